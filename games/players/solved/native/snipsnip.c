/* The rules of SnipSnip. Boards of a position: the stones by seat, those owed, and where nobody may place. */
#include <stdlib.h>
#include <string.h>

#include "rules.h"

struct facing {
    uint8_t far;
    uint64_t between;
};

struct snipsnip {
    struct rules rules;
    uint64_t full;
    int misere;
    uint64_t linked[CELLS];  /* the points with which a stone forms groups */
    int first[CELLS + 1];
    struct facing facing[CELLS * 32];
};

enum { OWED = 2, SHUT = 3 };

/* The points between a stone on ``index`` and all of ``enemy`` that face it. */
static uint64_t span(const struct snipsnip *game, int index, uint64_t enemy) {
    uint64_t found = 0;
    for (int n = game->first[index]; n < game->first[index + 1]; n++)
        if (enemy >> game->facing[n].far & 1) found |= game->facing[n].between;
    return found;
}

static int largest(const struct snipsnip *game, uint64_t stones) {
    int best = 0;
    while (count(stones) > best) {
        uint64_t group = stones & -stones, fresh = group;
        while (fresh) {
            uint64_t reached = 0;
            for (; fresh; fresh &= fresh - 1) reached |= game->linked[lowest(fresh)];
            fresh = reached & stones & ~group;
            group |= fresh;
        }
        if (count(group) > best) best = count(group);
        stones ^= group;
    }
    return best;
}

static int codes(const struct rules *rules, const struct position *at, int16_t *found) {
    const struct snipsnip *game = (const struct snipsnip *)rules;
    int number = 0;
    uint64_t points = at->boards[OWED] ? at->boards[OWED] : game->full & ~at->boards[SHUT];
    for (; points; points &= points - 1) found[number++] = (int16_t)lowest(points);
    return number;
}

static void score(const struct snipsnip *game, struct position *at) {
    if (at->boards[SHUT] != game->full) return;
    int own = largest(game, at->boards[at->to_move]), enemy = largest(game, at->boards[1 - at->to_move]);
    int ahead = own != enemy && (own > enemy) != game->misere;
    at->over = 1;
    at->winner = (int8_t)(ahead ? at->to_move : 1 - at->to_move);
}

static void play(const struct rules *rules, struct position *at, int code) {
    const struct snipsnip *game = (const struct snipsnip *)rules;
    uint64_t *own = &at->boards[at->to_move], *enemy = &at->boards[1 - at->to_move], *shut = &at->boards[SHUT];
    uint64_t point = 1ull << code;
    if (!at->boards[OWED]) {
        uint64_t between = span(game, code, *enemy);
        *own |= point;
        *shut |= between | point;
        at->boards[OWED] = between & *enemy;
        if (at->boards[OWED]) return;
        at->to_move ^= 1;
    } else {
        *enemy ^= point;
        at->boards[OWED] = 0;
        *shut = *own | *enemy;
        for (uint64_t stones = *own; stones; stones &= stones - 1) *shut |= span(game, lowest(stones), *enemy);
        if (!game->misere) at->to_move ^= 1;
    }
    score(game, at);
}

/* ``linked`` has a set for each cell; ``from``, ``far`` and ``between`` describe stones that face each other, ordered by
   ``from``. Freed with free(). */
struct rules *snipsnip_new(int cells, int symmetries, const uint8_t *tables, uint64_t full, int misere,
                           const uint64_t *linked, int facings, const uint8_t *from, const uint8_t *far,
                           const uint64_t *between) {
    struct snipsnip *game = calloc(1, sizeof *game);
    if (!game || facings > CELLS * 32) return NULL;
    game->rules.codes = codes;
    game->rules.play = play;
    game->rules.hashed = 3;
    game->rules.crowded = 10;
    game->rules.cyclic = 1;
    rules_init(&game->rules, cells, symmetries, tables);
    game->full = full;
    game->misere = misere;
    memcpy(game->linked, linked, (size_t)cells * sizeof *linked);
    int n = 0;
    for (int cell = 0; cell <= CELLS; cell++) {
        while (n < facings && from[n] < cell) n++;
        game->first[cell] = n;
    }
    for (n = 0; n < facings; n++) game->facing[n] = (struct facing){far[n], between[n]};
    return &game->rules;
}
