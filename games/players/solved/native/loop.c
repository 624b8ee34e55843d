/* The rules of Loop on small pyramids. Boards of a position: the tiles by seat. Cells are numbered level by level. */
#include <stdlib.h>
#include <string.h>

#include "rules.h"

#define PLACES 12
#define NO_CELL 255

enum { SWAP = -1 };

struct loop {
    struct rules rules;
    uint64_t full, ground, rim;
    int last_mover;
    uint64_t feet[CELLS];      /* what a tile rests on */
    uint64_t touching[CELLS];  /* all that a tile touches without what rests on it */
    uint64_t beside[CELLS];    /* its neighbours on level one */
    uint8_t place[CELLS][PLACES];
    uint8_t bridge[1 << PLACES];  /* by the own tiles on the twelve places: whether a tile in the middle closes a loop */
};

static uint64_t taken(const struct position *at) { return at->boards[0] | at->boards[1]; }

/* The empty cells that have all their feet. */
static uint64_t open(const struct loop *game, uint64_t held) {
    uint64_t found = game->ground & ~held;
    for (uint64_t high = game->full & ~game->ground & ~held; high; high &= high - 1)
        if (!(game->feet[lowest(high)] & ~held)) found |= high & -high;
    return found;
}

static uint64_t placements(const struct loop *game, uint64_t cells, uint64_t own) {
    uint64_t found = cells & game->ground;
    for (uint64_t high = cells & ~game->ground; high; high &= high - 1)
        if (game->touching[lowest(high)] & own) found |= high & -high;
    return found;
}

static int bridges(const struct loop *game, uint64_t own, int cell) {
    unsigned key = 0;
    for (int n = 0; n < PLACES; n++) {
        uint8_t place = game->place[cell][n];
        if (place != NO_CELL && own >> place & 1) key |= 1u << n;
    }
    return game->bridge[key];
}

/* Whether tiles on level one enclose anything. */
static int rings(const struct loop *game, uint64_t own) {
    uint64_t free = game->ground & ~own, reached = game->rim & free, fresh = reached;
    while (fresh) {
        uint64_t grown = 0;
        for (; fresh; fresh &= fresh - 1) grown |= game->beside[lowest(fresh)];
        fresh = grown & free & ~reached;
        reached |= fresh;
    }
    return reached != free;
}

static int closes(const struct loop *game, uint64_t own, int cell) {
    if (!(game->ground >> cell & 1)) return bridges(game, own, cell);
    return count(game->beside[cell] & own) > 1 && rings(game, own | 1ull << cell);
}

/* Where a seat would close a loop if it were its turn. */
static uint64_t wins(const struct loop *game, const struct position *at, int seat) {
    uint64_t own = at->boards[seat], cells = open(game, taken(at)), found = 0;
    if (count(own & game->ground) < 5) cells &= ~game->ground;
    for (; cells; cells &= cells - 1)
        if (closes(game, own, lowest(cells))) found |= cells & -cells;
    return found;
}

static int codes(const struct rules *rules, const struct position *at, int16_t *found) {
    const struct loop *game = (const struct loop *)rules;
    int number = 0;
    uint64_t cells = placements(game, open(game, taken(at)), at->boards[at->to_move]);
    for (; cells; cells &= cells - 1) found[number++] = (int16_t)lowest(cells);
    if (at->to_move == 1 && !at->boards[1]) found[number++] = SWAP;
    return number;
}

static void play(const struct rules *rules, struct position *at, int code) {
    const struct loop *game = (const struct loop *)rules;
    if (code == SWAP) {
        at->boards[1] = at->boards[0];
        at->boards[0] = 0;
        at->to_move = 0;
        return;
    }
    int closed = closes(game, at->boards[at->to_move], code);
    at->boards[at->to_move] |= 1ull << code;
    uint64_t cells = open(game, taken(at));
    if (!closed && placements(game, cells, at->boards[1 - at->to_move])) {
        at->to_move ^= 1;
        return;
    }
    at->over = 1;
    at->winner = (int8_t)(closed || cells || game->last_mover ? at->to_move : NOBODY);
}

/* A full level one may leave the other side no move. */
static int may_win(const struct rules *rules, const struct position *at) {
    const struct loop *game = (const struct loop *)rules;
    return count(game->ground & ~taken(at)) < 2 || wins(game, at, at->to_move);
}

/* Against a threat only what stops it or wins; against two, which no decision stops, nothing but what wins. */
static int worth(const struct rules *rules, const struct position *at, int16_t *found) {
    const struct loop *game = (const struct loop *)rules;
    uint64_t threats = wins(game, at, 1 - at->to_move);
    if (!threats) return codes(rules, at, found);
    int number = 0;
    uint64_t cells = wins(game, at, at->to_move);
    if (count(threats) == 1) cells |= placements(game, threats, at->boards[at->to_move]);
    for (; cells; cells &= cells - 1) found[number++] = (int16_t)lowest(cells);
    return number;
}

/* ``feet``, ``touching`` and ``beside`` have a set for each cell, ``places`` its twelve places. Freed with free(). */
struct rules *loop_new(int cells, int symmetries, const uint8_t *tables, uint64_t full, uint64_t ground, uint64_t rim,
                       int last_mover, const uint64_t *feet, const uint64_t *touching, const uint64_t *beside,
                       const uint8_t *places, const uint8_t *bridge) {
    struct loop *game = calloc(1, sizeof *game);
    if (!game) return NULL;
    game->rules.codes = codes;
    game->rules.play = play;
    game->rules.may_win = may_win;
    game->rules.worth = worth;
    game->rules.hashed = 2;
    game->rules.crowded = CELLS;
    rules_init(&game->rules, cells, symmetries, tables);
    game->full = full;
    game->ground = ground;
    game->rim = rim;
    game->last_mover = last_mover;
    memcpy(game->feet, feet, (size_t)cells * sizeof *feet);
    memcpy(game->touching, touching, (size_t)cells * sizeof *touching);
    memcpy(game->beside, beside, (size_t)cells * sizeof *beside);
    memcpy(game->place, places, (size_t)cells * PLACES);
    memcpy(game->bridge, bridge, sizeof game->bridge);
    return &game->rules;
}
