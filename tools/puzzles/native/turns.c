/* Whether a seat can force a win within so many of its turns: the search of games/players/solver.py, compiled. */
#include <stdlib.h>
#include <string.h>

#include "rules.h"

#define NEVER 255
#define MERITS (CELLS * CELLS + CELLS + 2)

/* The fewest turns that are known to be enough, the most that are known not to be. */
struct known {
    uint64_t key;
    uint8_t enough, too_few;
};

struct turns {
    const struct rules *rules;
    int seat, out;
    uint64_t tried, most, slots;
    struct known *table;
    uint32_t merits[2][MERITS];  /* how often a decision has settled a position, by whose it was */
};

struct choice {
    struct position after;
    int16_t code;
    uint32_t merit;
};

static uint64_t key(const struct rules *rules, const struct position *at) {
    uint64_t hash = mixed(beside(at) + 0x9e3779b97f4a7c15ull);
    for (int n = 0; n < rules->hashed; n++) hash = mixed(hash + at->boards[n] * 0x9e3779b97f4a7c15ull + (uint64_t)n);
    return hash;
}

static int wins(struct turns *turns, const struct position *at, int within);

/* Whether a decision of the seat wins, or (others) all decisions of the other side lose. */
static int settled(struct turns *turns, const struct position *at, int within) {
    const struct rules *rules = turns->rules;
    int own = at->to_move == turns->seat, number, open = 0;
    if (own && within == 1 && rules->hopeless && rules->hopeless(rules, at)) return 0;
    int16_t codes[MOST_CODES];
    number = rules->codes(rules, at, codes);
    struct choice *choices = malloc((size_t)number * sizeof *choices);
    uint32_t *merits = turns->merits[own];
    for (int n = 0; n < number; n++) {
        struct choice *choice = &choices[open];
        choice->after = *at;
        rules->play(rules, &choice->after, codes[n]);
        choice->code = codes[n];
        choice->merit = merits[codes[n] + 2];
        turns->tried++;
        if (choice->after.over) {
            int won = choice->after.winner == turns->seat;
            if (won != own) continue;
            free(choices);
            return own;
        }
        /* In the last turn only what is still of it can win. */
        if (!own || within > 1 || choice->after.to_move == turns->seat) open++;
    }
    if (turns->tried > turns->most) turns->out = 1;
    int found = !own;
    for (int n = 0; n < open && !turns->out; n++) {
        int best = n;
        for (int m = n + 1; m < open; m++)
            if (choices[m].merit > choices[best].merit) best = m;
        struct choice choice = choices[best];
        choices[best] = choices[n];
        if (wins(turns, &choice.after, within - (own && choice.after.to_move != turns->seat)) == own) {
            if (!turns->out) merits[choice.code + 2]++;
            found = own;
            break;
        }
    }
    free(choices);
    return found;
}

static int wins(struct turns *turns, const struct position *at, int within) {
    if (at->over) return at->winner == turns->seat;
    if (within <= 0 || turns->out) return 0;
    uint64_t here = key(turns->rules, at);
    struct known *slot = &turns->table[here % turns->slots];
    if (slot->key == here) {
        if (slot->enough <= within) return 1;
        if (slot->too_few >= within) return 0;
    }
    int found = settled(turns, at, within);
    if (turns->out) return 0;
    if (slot->key != here) *slot = (struct known){here, NEVER, 0};
    if (found && within < slot->enough) slot->enough = (uint8_t)within;
    if (!found && within > slot->too_few) slot->too_few = (uint8_t)within;
    return found;
}

/* NULL if there is not so much memory. */
struct turns *turns_new(const struct rules *rules, int seat, int megabytes) {
    struct turns *turns = calloc(1, sizeof *turns);
    if (!turns) return NULL;
    turns->rules = rules;
    turns->seat = seat;
    turns->slots = ((uint64_t)megabytes << 20) / sizeof(struct known);
    turns->table = calloc(turns->slots, sizeof(struct known));
    if (!turns->table) {
        free(turns);
        return NULL;
    }
    return turns;
}

void turns_free(struct turns *turns) {
    free(turns->table);
    free(turns);
}

uint64_t turns_tried(const struct turns *turns) { return turns->tried; }

/* 1 if the seat wins within so many turns, 0 if not, -1 once more than ``most`` decisions were tried in all. */
int turns_run(struct turns *turns, const struct position *at, int within, uint64_t most) {
    turns->most = most;
    turns->out = turns->tried > most;
    int found = wins(turns, at, within);
    return turns->out ? -1 : found;
}
