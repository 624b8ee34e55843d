/* The rules of Loops 'n Leaps on the smallest board. Boards of a position: the men by seat, the leapers (two men on a
   cell), and by seat the men of groups that surround a pillar. Decisions: PLACE and a cell, or cells to leap from and
   to. */
#include <stdlib.h>
#include <string.h>

#include "rules.h"

enum { LEAPERS = 2, SAFE = 3 };
enum { PASS = -1, SWAP = -2, PLACE = CELLS * CELLS };
enum { STUCK = 1 };
enum { RAYS = 6, PILLARS_TO_WIN = 3, FEWEST_ROUND_THREE = 9 };

struct leaps {
    struct rules rules;
    uint64_t full, ground, rim, pillars;  /* the cells to play on; those and the pillars; the edge; the pillars */
    int width;
    uint64_t ray[CELLS][RAYS];  /* all cells in a direction, until a pillar or the edge; the first three lead upwards */
    uint8_t majority[CELLS];    /* in so many directions a man placed here must see friends to become a leaper */
    uint64_t near[CELLS];
};

static uint64_t vacant(const struct leaps *game, const struct position *at) {
    return game->full & ~(at->boards[0] | at->boards[1]);
}

/* The cells of a set and all that are a step away. */
static uint64_t dilated(const struct leaps *game, uint64_t set) {
    int w = game->width;
    return game->ground & (set | set << 1 | set >> 1 | set << w | set >> w | set << (w - 1) | set >> (w - 1));
}

static uint64_t flood(const struct leaps *game, uint64_t seed, uint64_t through) {
    uint64_t reached = seed & through, before;
    do {
        before = reached;
        reached = dilated(game, reached) & through;
    } while (reached != before);
    return reached;
}

static uint64_t enclosed(const struct leaps *game, uint64_t men) {
    uint64_t free = game->ground & ~men;
    return free & ~flood(game, game->rim, free);
}

/* The first cell of a set on a ray, as a bit; 0 if there is none. */
static uint64_t first(uint64_t met, int direction) {
    if (!met) return 0;
    return direction < RAYS / 2 ? met & -met : 1ull << (63 - __builtin_clzll(met));
}

/* The cells of a ray before ``end``, a bit on it; all of them if it is 0. */
static uint64_t until(uint64_t ray, uint64_t end, int direction) {
    if (!end) return ray;
    return ray & (direction < RAYS / 2 ? end - 1 : ~(end | (end - 1)));
}

/* Where the leaper of ``seat`` on a cell may land. */
static uint64_t landings(const struct leaps *game, const struct position *at, int seat, int source) {
    uint64_t found = 0, enemy = at->boards[1 - seat];
    for (int n = 0; n < RAYS; n++) {
        uint64_t ray = game->ray[source][n], end = first(ray & enemy, n);
        found |= until(ray, end, n) | end;
    }
    return found & ~at->boards[seat] & ~at->boards[SAFE + 1 - seat];
}

static int can_leap(const struct leaps *game, const struct position *at, int seat) {
    for (uint64_t own = at->boards[LEAPERS] & at->boards[seat]; own; own &= own - 1)
        if (landings(game, at, seat, lowest(own))) return 1;
    return 0;
}

static int codes(const struct rules *rules, const struct position *at, int16_t *found) {
    const struct leaps *game = (const struct leaps *)rules;
    int number = 0;
    if (at->flags & STUCK) {
        found[number++] = PASS;
        return number;
    }
    for (uint64_t own = at->boards[LEAPERS] & at->boards[at->to_move]; own; own &= own - 1)
        for (uint64_t cells = landings(game, at, at->to_move, lowest(own)); cells; cells &= cells - 1)
            found[number++] = (int16_t)(lowest(own) * CELLS + lowest(cells));
    for (uint64_t cells = vacant(game, at); cells; cells &= cells - 1) found[number++] = (int16_t)(PLACE + lowest(cells));
    if (at->to_move == 1 && !at->boards[1] && count(at->boards[0]) == 1) found[number++] = SWAP;
    return number;
}

/* The enemy's men between a vacant cell, where a leaper lands, and friends. */
static uint64_t custody(const struct leaps *game, const struct position *at, int seat, int target) {
    uint64_t taken = 0;
    for (int n = 0; n < RAYS; n++) {
        uint64_t ray = game->ray[target][n], end = first(ray & ~at->boards[1 - seat], n);
        if (end & at->boards[seat]) taken |= until(ray, end, n);
    }
    return taken;
}

/* What a decision wins: the cells that it makes the seat's own. */
static uint64_t gained(const struct leaps *game, const struct position *at, int code) {
    if (code >= PLACE) return 1ull << (code - PLACE);
    int target = code % CELLS;
    uint64_t landing = 1ull << target;
    return at->boards[1 - at->to_move] & landing ? landing : landing | custody(game, at, at->to_move, target);
}

/* Whether one of the cells gained may close a loop: it has two men of its side beside it. */
static int may_close(const struct leaps *game, uint64_t men, uint64_t cells) {
    for (; cells; cells &= cells - 1)
        if (count(game->near[lowest(cells)] & men) > 1) return 1;
    return 0;
}

static uint64_t safe(const struct leaps *game, uint64_t men) {
    return flood(game, dilated(game, enclosed(game, men)), men);
}

/* Pillars that a seat surrounds: only where some of its men are safe. */
static int surrounded(const struct leaps *game, const struct position *at, int seat) {
    return at->boards[SAFE + seat] ? count(enclosed(game, at->boards[seat]) & game->pillars) : 0;
}

static int promoted(const struct leaps *game, const struct position *at, int seat, int cell) {
    uint64_t occupied = at->boards[0] | at->boards[1];
    int friends = 0;
    for (int n = 0; n < RAYS; n++) friends += (first(game->ray[cell][n] & occupied, n) & at->boards[seat]) != 0;
    return friends >= game->majority[cell];
}

static void play(const struct rules *rules, struct position *at, int code) {
    const struct leaps *game = (const struct leaps *)rules;
    int seat = at->to_move, enemy = 1 - seat;
    if (code == SWAP) {
        at->boards[1] = at->boards[0];
        at->boards[0] = 0;
    } else if (code != PASS) {
        uint64_t won = gained(game, at, code), taken = won & at->boards[enemy];
        if (code >= PLACE) {
            if (promoted(game, at, seat, code - PLACE)) at->boards[LEAPERS] |= won;
        } else {
            at->boards[LEAPERS] &= ~(1ull << code / CELLS | taken);
        }
        at->boards[enemy] &= ~taken;
        at->boards[seat] |= won;
        if (at->boards[SAFE + seat] || may_close(game, at->boards[seat], won))
            at->boards[SAFE + seat] = safe(game, at->boards[seat]);
        if (taken & at->boards[SAFE + enemy]) at->boards[SAFE + enemy] = safe(game, at->boards[enemy]);
        if (surrounded(game, at, seat) >= PILLARS_TO_WIN) {
            at->over = 1;
            at->winner = (int8_t)seat;
            return;
        }
    }
    at->to_move = (uint8_t)enemy;
    if (vacant(game, at)) return;
    at->flags = can_leap(game, at, enemy) ? 0 : STUCK;
    if (!at->flags) return;
    if (can_leap(game, at, seat)) return;
    at->to_move = (uint8_t)seat;
    int own = surrounded(game, at, seat), others = surrounded(game, at, enemy);
    at->over = 1;
    at->winner = (int8_t)(own == others ? NOBODY : own > others ? seat : enemy);
}

/* A loop or loops round three pillars take nine men and more, some of which a leap may convert. */
static int may_win(const struct rules *rules, const struct position *at) {
    const struct leaps *game = (const struct leaps *)rules;
    int seat = at->to_move, men = count(at->boards[seat]);
    if (men + 1 >= FEWEST_ROUND_THREE) return 1;
    if (at->boards[LEAPERS] & at->boards[seat] && men + count(at->boards[1 - seat]) >= FEWEST_ROUND_THREE) return 1;
    return count(vacant(game, at)) < 2;
}

/* ``rays`` has six sets for each cell, those first that lead to larger numbers. Freed with free(). */
struct rules *leaps_new(int cells, int symmetries, const uint8_t *tables, uint64_t full, uint64_t rim, uint64_t pillars,
                        int width, const uint64_t *rays, const uint8_t *majority) {
    struct leaps *game = calloc(1, sizeof *game);
    if (!game) return NULL;
    game->rules.codes = codes;
    game->rules.play = play;
    game->rules.may_win = may_win;
    game->rules.hashed = 3;
    game->rules.crowded = CELLS;
    rules_init(&game->rules, cells, symmetries, tables);
    game->full = full;
    game->ground = full | pillars;
    game->rim = rim;
    game->pillars = pillars;
    game->width = width;
    memcpy(game->majority, majority, (size_t)cells);
    for (int cell = 0; cell < cells; cell++) {
        memcpy(game->ray[cell], rays + cell * RAYS, RAYS * sizeof *rays);
        game->near[cell] = dilated(game, 1ull << cell) & ~(1ull << cell);
    }
    return &game->rules;
}
