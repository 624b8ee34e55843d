/* The rules of Vigilance. Boards of a position: the stones by seat, and what the enemy of the seat that decides sees
   once that seat has slid. Decisions: cells to slide from and to, or PLACE and the cell to place on. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "rules.h"

enum { RED, WHITE, SEEN };
enum { PASS = -1, SWAP = -2, PLACE = CELLS * CELLS };
enum { PIE = 3, FIRST_TEST = 7 };
/* Flags: the decisions made, as far as they count, and what was done last. */
enum { MADE = 7, SLID = 8, IDLE = 16 };
enum { MOST_RAYS = 8 };

struct vigilance {
    struct rules rules;
    uint64_t full;
    int captures, rays;
    uint64_t near[CELLS];            /* the cells a step away */
    uint64_t ray[CELLS][MOST_RAYS];  /* all cells in a direction, until the board ends */
    uint8_t up[MOST_RAYS];           /* whether cells in a direction have larger numbers */
};

static uint64_t empty_cells(const struct vigilance *game, const struct position *at) {
    return game->full & ~(at->boards[RED] | at->boards[WHITE]);
}

static uint64_t grown(const struct vigilance *game, uint64_t cells) {
    uint64_t found = cells;
    for (; cells; cells &= cells - 1) found |= game->near[lowest(cells)];
    return found;
}

static uint64_t flood(const struct vigilance *game, uint64_t seed, uint64_t through) {
    uint64_t reached = seed & through, fresh = reached;
    while (fresh) {
        fresh = grown(game, fresh) & through & ~reached;
        reached |= fresh;
    }
    return reached;
}

/* The empty cells that a stone sees, which are those it may slide to. */
static uint64_t sight(const struct vigilance *game, int cell, uint64_t empty) {
    uint64_t seen = 0;
    for (int n = 0; n < game->rays; n++) {
        uint64_t ray = game->ray[cell][n], blocked = ray & ~empty;
        if (blocked) {
            uint64_t first = game->up[n] ? blocked & -blocked : 1ull << (63 - __builtin_clzll(blocked));
            ray &= game->up[n] ? first - 1 : ~(first | (first - 1));
        }
        seen |= ray;
    }
    return seen;
}

static uint64_t sights(const struct vigilance *game, uint64_t stones, uint64_t empty) {
    uint64_t seen = 0;
    for (; stones; stones &= stones - 1) seen |= sight(game, lowest(stones), empty);
    return seen;
}

static int codes(const struct rules *rules, const struct position *at, int16_t *found) {
    const struct vigilance *game = (const struct vigilance *)rules;
    int made = at->flags & MADE, number = 0;
    uint64_t empty = empty_cells(game, at);
    if (made < PIE || at->flags & SLID) {
        for (uint64_t cells = made < PIE ? empty : empty & ~at->boards[SEEN]; cells; cells &= cells - 1)
            found[number++] = (int16_t)(PLACE + lowest(cells));
    } else {
        for (uint64_t own = at->boards[at->to_move]; own; own &= own - 1) {
            int source = lowest(own);
            for (uint64_t cells = sight(game, source, empty); cells; cells &= cells - 1)
                found[number++] = (int16_t)(source * CELLS + lowest(cells));
        }
        if (made == PIE) found[number++] = SWAP;
    }
    if (!number) found[number++] = PASS;
    return number;
}

/* Half of a number, rounded down, negative ones too. */
static int half(int number) { return number >= 0 ? number / 2 : -((1 - number) / 2); }

/* How many empty cells may lie in regions that the enemy touches where ``seat`` wins. */
static int most_not_sealed(const struct position *at, int seat, int empty) {
    return empty - at->hand[seat] - half(empty - at->hand[1 - seat] + 1);
}

/* Whether a seat has won; ``seen`` is what the enemy sees. */
static int has_won(const struct vigilance *game, const struct position *at, int seat, uint64_t seen) {
    uint64_t empty = empty_cells(game, at);
    int most = most_not_sealed(at, seat, count(empty));
    return count(seen) <= most && count(flood(game, seen, empty)) <= most;
}

static void slide(const struct vigilance *game, struct position *at, int source, int target) {
    int seat = at->to_move;
    at->boards[seat] ^= 1ull << source | 1ull << target;
    at->hand[seat]++;
    at->flags |= SLID;
    if (game->captures) {
        uint64_t empty = empty_cells(game, at), enemy = at->boards[1 - seat];
        uint64_t liberties = empty & ~sights(game, at->boards[seat], empty);
        uint64_t dead = enemy & ~flood(game, grown(game, liberties), enemy);
        at->boards[1 - seat] ^= dead;
        at->hand[1 - seat] += (uint8_t)count(dead);
    }
    at->boards[SEEN] = sights(game, at->boards[1 - seat], empty_cells(game, at));
}

static void play(const struct rules *rules, struct position *at, int code) {
    const struct vigilance *game = (const struct vigilance *)rules;
    int seat = at->to_move, made = at->flags & MADE, slid = at->flags & SLID, was_idle = at->flags & IDLE, idle = 0;
    if (made < FIRST_TEST) at->flags++;
    made = at->flags & MADE;
    if (made <= PIE) {
        at->boards[made < PIE ? seat : 1 - seat] |= 1ull << (code - PLACE);
        if (made == PIE) at->to_move = (uint8_t)(1 - seat);
        return;
    }
    if (code == SWAP) {
        uint64_t red = at->boards[RED];
        at->boards[RED] = at->boards[WHITE];
        at->boards[WHITE] = red;
    } else if (code >= PLACE) {
        at->boards[seat] |= 1ull << (code - PLACE);
        at->hand[seat]--;
    } else if (code != PASS) {
        slide(game, at, code / CELLS, code % CELLS);
        slid = 1;
    } else {
        idle = !slid;
    }
    if (made >= FIRST_TEST) {
        uint64_t seen = slid ? at->boards[SEEN] : sights(game, at->boards[1 - seat], empty_cells(game, at));
        if (has_won(game, at, seat, seen)) {
            at->over = 1;
            at->winner = (int8_t)seat;
            at->boards[SEEN] = 0;
            return;
        }
    }
    if (idle && was_idle) {
        at->over = 1;
        at->winner = NOBODY;
    } else if (!(at->flags & SLID) || code == PASS || !at->hand[seat]) {
        at->to_move = (uint8_t)(1 - seat);
        at->flags = (uint8_t)((at->flags & MADE) | (idle ? IDLE : 0));
        at->boards[SEEN] = 0;
    }
}

/* A win is near only where the enemy sees few of the empty cells. */
static int may_win(const struct rules *rules, const struct position *at) {
    const struct vigilance *game = (const struct vigilance *)rules;
    if ((at->flags & MADE) < FIRST_TEST - 1) return 0;
    uint64_t empty = empty_cells(game, at);
    return 3 * count(sights(game, at->boards[1 - at->to_move], empty)) <= count(empty);
}

/* Once slid, what the enemy sees stays seen, however many of the stones in hand are placed. */
static int hopeless(const struct rules *rules, const struct position *at) {
    const struct vigilance *game = (const struct vigilance *)rules;
    int seat = at->to_move;
    if (!(at->flags & SLID)) return 0;
    int left = count(empty_cells(game, at)) - at->hand[seat];
    return count(at->boards[SEEN]) > left - half(left - at->hand[1 - seat] + 1);
}

/* Whoever can place on more cells will seal off more. */
static double judge(const struct rules *rules, const struct position *at) {
    const struct vigilance *game = (const struct vigilance *)rules;
    uint64_t empty = empty_cells(game, at);
    int red = count(empty & ~sights(game, at->boards[WHITE], empty)) - at->hand[RED];
    int white = count(empty & ~sights(game, at->boards[RED], empty)) - at->hand[WHITE];
    return 1.0 / (1.0 + exp(6.0 * (white - red) / (count(empty) + 1)));
}

/* ``up`` tells of each direction whether it leads to larger numbers; ``rays`` has them side by side for each cell.
   Freed with free(). */
struct rules *vigilance_new(int cells, int symmetries, const uint8_t *tables, uint64_t full, int captures,
                            const uint64_t *near, int directions, const uint8_t *up, const uint64_t *rays) {
    struct vigilance *game = calloc(1, sizeof *game);
    if (!game || directions > MOST_RAYS) return NULL;
    game->rules.codes = codes;
    game->rules.play = play;
    game->rules.may_win = may_win;
    game->rules.hopeless = hopeless;
    game->rules.judge = judge;
    game->rules.hashed = 2;
    game->rules.crowded = CELLS;
    game->rules.cyclic = 1;
    rules_init(&game->rules, cells, symmetries, tables);
    game->full = full;
    game->captures = captures;
    game->rays = directions;
    memcpy(game->near, near, (size_t)cells * sizeof *near);
    memcpy(game->up, up, (size_t)directions);
    for (int cell = 0; cell < cells; cell++)
        memcpy(game->ray[cell], rays + cell * directions, (size_t)directions * sizeof *rays);
    return &game->rules;
}
