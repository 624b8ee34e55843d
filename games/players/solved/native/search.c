/* Depth-first proof-number search (Nagai, 2002) with a table of positions known, for any game of rules.h. */
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "rules.h"

#define INFINITE 0x3fffffffu
#define BUCKET 4
#define DEEPEST 512

/* Proof and disproof number: the fewest open positions that would have to be settled; 0 is settled. */
struct entry {
    uint64_t key;
    uint32_t proof : 30, effort_low : 2;
    uint32_t disproof : 30, effort_high : 2;
};

struct search {
    const struct rules *rules;
    int seat;   /* that tries to reach the goal */
    int draws;  /* whether a draw is enough */
    uint64_t looked;
    uint64_t most;
    double end;
    int out;
    uint64_t buckets;
    struct entry *table;
    uint64_t path[DEEPEST];
    int depth;
};

struct child {
    struct position position;
    uint64_t key;
    uint32_t proof, disproof;
};

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

void rules_init(struct rules *rules, int cells, int symmetries, const uint8_t *tables) {
    rules->symmetries = symmetries;
    rules->bytes = (cells + 7) / 8;
    for (int s = 0; s < symmetries; s++)
        for (int byte = 0; byte < 8; byte++)
            for (int value = 0; value < 256; value++)
                for (int bit = 0; bit < 8; bit++)
                    if (value >> bit & 1 && 8 * byte + bit < cells && tables[s * cells + 8 * byte + bit] < CELLS)
                        rules->image[s][byte][value] |= 1ull << tables[s * cells + 8 * byte + bit];
}

/* Equal for positions that are equal or each other's mirror images. */
static uint64_t key(const struct rules *rules, const struct position *at) {
    uint64_t start = mixed(beside(at) + 0x9e3779b97f4a7c15ull), best = ~0ull;
    int crowded = count(at->boards[0] | at->boards[1]) > rules->crowded;
    int symmetries = crowded ? 1 : rules->symmetries;
    for (int s = 0; s < symmetries; s++) {
        uint64_t hash = start;
        for (int n = 0; n < rules->hashed; n++) {
            uint64_t cells = at->boards[n], image = cells;
            if (s) {
                image = 0;
                for (int byte = 0; byte < rules->bytes; byte++) image |= rules->image[s][byte][cells >> 8 * byte & 255];
            }
            hash = mixed(hash + image * 0x9e3779b97f4a7c15ull + (uint64_t)n);
        }
        if (hash < best) best = hash;
    }
    return best;
}

static int effort(const struct entry *entry) { return (int)(entry->effort_low | entry->effort_high << 2); }

static int look_up(const struct search *search, uint64_t key, uint32_t *proof, uint32_t *disproof) {
    const struct entry *bucket = search->table + key % search->buckets * BUCKET;
    for (int n = 0; n < BUCKET; n++)
        if (bucket[n].key == key) {
            *proof = bucket[n].proof;
            *disproof = bucket[n].disproof;
            return 1;
        }
    return 0;
}

/* ``looked`` positions were looked at for this; what took the least is forgotten first. */
static void store(struct search *search, uint64_t key, uint32_t proof, uint32_t disproof, uint64_t looked) {
    struct entry *bucket = search->table + key % search->buckets * BUCKET, *into = bucket;
    int power = (66 - __builtin_clzll(looked | 1)) / 2;
    if (power > 15) power = 15;
    for (int n = 0; n < BUCKET; n++) {
        if (bucket[n].key == key) {
            into = &bucket[n];
            /* A proof holds however the position was reached; what is found of it again may not, where ways lead back. */
            if (into->proof == 0) return;
            if (effort(into) > power) power = effort(into);
            break;
        }
        if (effort(&bucket[n]) < effort(into)) into = &bucket[n];
    }
    into->key = key;
    into->proof = proof;
    into->disproof = disproof;
    into->effort_low = (unsigned)power & 3;
    into->effort_high = (unsigned)power >> 2;
}

static int reached(const struct search *search, const struct position *at) {
    return at->winner == search->seat || (search->draws && at->winner == NOBODY);
}

static int on_path(const struct search *search, uint64_t key) {
    for (int n = 0; n < search->depth; n++)
        if (search->path[n] == key) return 1;
    return 0;
}

/* The decisions to look into: all, or those that a game knows not to lose at once. */
static int worth(const struct rules *rules, const struct position *at, int16_t *found) {
    return rules->worth ? rules->worth(rules, at, found) : rules->codes(rules, at, found);
}

/* What is known of a child: it is over, in the table, on the way to here (a draw), or new. */
static void assess(struct search *search, struct child *child) {
    child->proof = child->disproof = 1;
    if (child->position.over) {
        int good = reached(search, &child->position);
        child->proof = good ? 0 : INFINITE;
        child->disproof = good ? INFINITE : 0;
    } else if (search->rules->cyclic && on_path(search, child->key)) {
        child->proof = search->draws ? 0 : INFINITE;
        child->disproof = search->draws ? INFINITE : 0;
    } else if (!look_up(search, child->key, &child->proof, &child->disproof)) {
        int16_t codes[MOST_CODES];
        int number = worth(search->rules, &child->position, codes);
        int own = child->position.to_move == search->seat;
        if (search->rules->may_win && search->rules->may_win(search->rules, &child->position)) {
            for (int n = 0; n < number; n++) {
                struct position after = child->position;
                search->rules->play(search->rules, &after, codes[n]);
                if (after.over && reached(search, &after) == own) {
                    child->proof = own ? 0 : INFINITE;
                    child->disproof = own ? INFINITE : 0;
                    return;
                }
            }
        }
        if (!number) child->proof = child->disproof = INFINITE;
        if (own)
            child->disproof = (uint32_t)number;
        else
            child->proof = (uint32_t)number;
    }
}

/* The numbers of a node from those of its children. Sums are replaced by the largest and the number of others that are
   open, for what is reached on many ways would count many times (Ueda, 2008). ``best`` is the child to look into. */
static void combine(const struct child *children, int number, int own, uint32_t *least, uint32_t *sum, int *best,
                    uint32_t *second, int *open) {
    *least = *second = INFINITE;
    uint32_t largest = 0, tie = INFINITE;
    int unsettled = 0;
    *best = 0;
    for (int n = 0; n < number; n++) {
        uint32_t mine = own ? children[n].proof : children[n].disproof;
        uint32_t other = own ? children[n].disproof : children[n].proof;
        if (mine < *least || (mine == *least && other < tie)) {
            *second = *least;
            *least = mine;
            tie = other;
            *best = n;
        } else if (mine < *second) {
            *second = mine;
        }
        if (other > largest) largest = other;
        unsettled += other > 0;
    }
    *open = unsettled;
    if (largest && largest < INFINITE) {
        largest += (uint32_t)(unsettled - 1);
        if (largest >= INFINITE) largest = INFINITE - 1;
    }
    *sum = *least == 0 ? INFINITE : largest;
}

/* Looks into a position until its numbers reach the limits; the result is in the table. */
static void look(struct search *search, const struct position *at, uint64_t here, uint32_t most_proof,
                 uint32_t most_disproof, uint32_t *proof, uint32_t *disproof) {
    int16_t codes[MOST_CODES];
    int number = worth(search->rules, at, codes), own = at->to_move == search->seat;
    struct child *children = malloc((size_t)(number + 1) * sizeof *children);
    uint64_t begin = search->looked;
    search->looked += (uint64_t)number;
    search->path[search->depth++] = here;
    for (int n = 0; n < number; n++) {
        struct child *child = &children[n];
        child->position = *at;
        search->rules->play(search->rules, &child->position, codes[n]);
        child->key = child->position.over ? 0 : key(search->rules, &child->position);
    }
    uint32_t most_least = own ? most_proof : most_disproof, most_sum = own ? most_disproof : most_proof;
    for (int n = 0; n < number; n++) assess(search, &children[n]);
    for (;;) {
        uint32_t least, sum, second;
        int best, open;
        combine(children, number, own, &least, &sum, &best, &second, &open);
        *proof = own ? least : sum;
        *disproof = own ? sum : least;
        if (least >= most_least || sum >= most_sum || search->depth == DEEPEST) break;
        if (search->looked > search->most || ((search->looked & 1023) < (uint64_t)number && now() > search->end))
            search->out = 1;
        if (search->out) break;
        /* Stay with a child until it is clearly worse than the second (Pawlewicz and Lew, 2007). */
        uint32_t limit_least = second >= INFINITE ? INFINITE : second + second / 8 + 1;
        if (limit_least > most_least) limit_least = most_least;
        uint32_t limit_sum = most_sum >= INFINITE ? INFINITE : most_sum - (uint32_t)(open - 1);
        struct child *child = &children[best];
        look(search, &child->position, child->key, own ? limit_least : limit_sum, own ? limit_sum : limit_least,
             &child->proof, &child->disproof);
    }
    search->depth--;
    store(search, here, *proof, *disproof, search->looked - begin);
    free(children);
}

/* A search with ``megabytes`` of memory for positions known; NULL if there is not so much. */
struct search *search_new(const struct rules *rules, int seat, int draws, int megabytes) {
    struct search *search = calloc(1, sizeof *search);
    if (!search) return NULL;
    search->rules = rules;
    search->seat = seat;
    search->draws = draws;
    search->buckets = ((uint64_t)megabytes << 20) / (BUCKET * sizeof(struct entry));
    search->table = calloc(search->buckets * BUCKET, sizeof(struct entry));
    if (!search->table) {
        free(search);
        return NULL;
    }
    return search;
}

void search_free(struct search *search) {
    free(search->table);
    free(search);
}

uint64_t search_looked(const struct search *search) { return search->looked; }

/* 1 if the seat can reach the goal from here, 0 if it cannot, -1 if that was not found out in time. */
int search_run(struct search *search, const struct position *at, uint64_t most, double seconds) {
    if (at->over) return reached(search, at);
    uint32_t proof = 1, disproof = 1;
    uint64_t here = key(search->rules, at);
    look_up(search, here, &proof, &disproof);
    search->out = 0;
    search->depth = 0;
    search->most = search->looked + most;
    search->end = now() + seconds;
    while (proof && disproof && !search->out)
        look(search, at, here, INFINITE, INFINITE, &proof, &disproof);
    return proof == 0 ? 1 : disproof == 0 ? 0 : -1;
}

/* For each decision of a position whether it is known to reach the goal (1), not to (0), or neither (-1), and the power
   of four of the positions that were looked at for that; gives the number of decisions. */
int search_known(struct search *search, const struct position *at, int16_t *codes, int8_t *known, int8_t *efforts) {
    int number = search->rules->codes(search->rules, at, codes);
    for (int n = 0; n < number; n++) {
        struct position after = *at;
        search->rules->play(search->rules, &after, codes[n]);
        uint32_t proof = 1, disproof = 1;
        efforts[n] = 0;
        if (after.over) {
            known[n] = (int8_t)reached(search, &after);
            continue;
        }
        uint64_t there = key(search->rules, &after);
        look_up(search, there, &proof, &disproof);
        known[n] = (int8_t)(proof == 0 ? 1 : disproof == 0 ? 0 : -1);
        const struct entry *bucket = search->table + there % search->buckets * BUCKET;
        for (int e = 0; e < BUCKET; e++)
            if (bucket[e].key == there) efforts[n] = (int8_t)effort(&bucket[e]);
    }
    return number;
}

/* For callers that know rules only by their address. */
int rules_codes(const struct rules *rules, const struct position *at, int16_t *found) {
    return rules->codes(rules, at, found);
}

void rules_play(const struct rules *rules, struct position *at, int code) { rules->play(rules, at, code); }

uint64_t rules_key(const struct rules *rules, const struct position *at) { return key(rules, at); }
