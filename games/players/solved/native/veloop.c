/* The rules of Veloop, on squares and on hexagons. Boards of a position: the visible stones by seat, those beneath. */
#include <stdlib.h>
#include <string.h>

#include "rules.h"

enum { MOVED = 1, PASSED = 2 };
enum { PASS = -1, MOST_LEAPS = 1024 };

struct leap {
    uint8_t support, placement, one, other;
};

struct veloop {
    struct rules rules;
    uint64_t full, rim, first_file, last_file;  /* files are named only where no margin parts the rows */
    int width, square, turn;
    int leaps, first[CELLS + 1];
    struct leap leap[MOST_LEAPS];
};

static uint64_t dilate(const struct veloop *game, uint64_t cells) {
    if (game->square) {
        uint64_t row = cells | (cells & ~game->last_file) << 1 | (cells & ~game->first_file) >> 1;
        return row | row << game->width | row >> game->width;
    }
    uint64_t left = cells | cells >> 1, right = cells | cells << 1;
    return left | right | left << game->width | right >> game->width;
}

static uint64_t enclosed(const struct veloop *game, uint64_t wall) {
    uint64_t free = game->full & ~wall, reached = game->rim & free, grown;
    while ((grown = dilate(game, reached) & free) != reached) reached = grown;
    return free & ~reached;
}

static int codes(const struct rules *rules, const struct position *at, int16_t *found) {
    const struct veloop *game = (const struct veloop *)rules;
    uint64_t black = at->boards[0], white = at->boards[1];
    uint64_t goals = game->full & ~(black | white);
    for (int phase = 0; phase < 2; phase++) {
        int number = 0;
        for (uint64_t own = at->boards[at->to_move]; own; own &= own - 1) {
            int support = lowest(own);
            for (int code = game->first[support]; code < game->first[support + 1]; code++) {
                const struct leap *leap = &game->leap[code];
                if (!(goals >> leap->placement & 1)) continue;
                uint64_t black_differs = (black >> leap->one ^ black >> leap->other) & 1;
                uint64_t white_differs = (white >> leap->one ^ white >> leap->other) & 1;
                if (black_differs | white_differs) found[number++] = (int16_t)code;
            }
        }
        if (number) return number;
        goals = at->boards[1 - at->to_move] & ~(at->boards[2] | at->boards[3]);
    }
    found[0] = PASS;
    return 1;
}

/* One cell alone takes as many stones round it as it has neighbours; a leap brings two, a stone beneath another. */
static int may_win(const struct rules *rules, const struct position *at) {
    const struct veloop *game = (const struct veloop *)rules;
    int brought = at->boards[2 + at->to_move] ? 3 : 2;
    return count(at->boards[at->to_move]) + brought >= (game->square ? 8 : 6);
}

static void judge(const struct veloop *game, struct position *at) {
    int black = count(at->boards[0] & enclosed(game, at->boards[1]));
    int white = count(at->boards[1] & enclosed(game, at->boards[0]));
    if (!black && !white) return;
    at->over = 1;
    at->winner = (int8_t)(black == white ? NOBODY : white < black);
}

static void leap(const struct veloop *game, struct position *at, const struct leap *leap) {
    int seat = at->to_move;
    uint64_t *tops = at->boards, *lower = at->boards + 2;
    uint64_t placement = 1ull << leap->placement, pair = 1ull << leap->one | 1ull << leap->other;
    if (tops[1 - seat] & placement) {
        lower[1 - seat] |= placement;
        tops[1 - seat] ^= placement;
    }
    tops[seat] |= placement;
    uint64_t held = (tops[0] | tops[1]) & pair;
    if (held == pair) {
        tops[0] ^= pair;
        tops[1] ^= pair;
    } else {
        /* The stone on ``held`` moves; what stood beneath it comes to light. */
        tops[(tops[1] & held) != 0] ^= pair;
        for (int owner = 0; owner < 2; owner++) {
            tops[owner] |= lower[owner] & held;
            lower[owner] &= ~held;
        }
    }
    judge(game, at);
}

static void play(const struct rules *rules, struct position *at, int code) {
    const struct veloop *game = (const struct veloop *)rules;
    if (code == PASS) {
        if (!(at->flags & MOVED)) {
            if (at->flags & PASSED) {
                at->over = 1;
                at->winner = NOBODY;
                return;
            }
            at->to_move ^= 1;
            at->left = (uint8_t)game->turn;
            at->flags = PASSED;
            return;
        }
    } else {
        leap(game, at, &game->leap[code]);
        if (at->over) return;
        if (--at->left) {
            at->flags |= MOVED;
            return;
        }
    }
    at->to_move ^= 1;
    at->left = (uint8_t)game->turn;
    at->flags = 0;
}

static int hopeless(const struct rules *rules, const struct position *at) {
    return at->left == 1 && !may_win(rules, at);
}

/* ``leaps`` are quadruples: support, placement and the two cells between, ordered by support. ``turn`` is the number
   of moves in a turn. Freed with free(). */
struct rules *veloop_new(int cells, int symmetries, const uint8_t *tables, uint64_t full, uint64_t rim,
                         uint64_t first_file, uint64_t last_file, int width, int square, int turn, int leaps,
                         const uint8_t *quadruples) {
    struct veloop *game = calloc(1, sizeof *game);
    if (!game || leaps > MOST_LEAPS) return NULL;
    game->rules.codes = codes;
    game->rules.play = play;
    game->rules.may_win = may_win;
    game->rules.hopeless = hopeless;
    game->rules.hashed = 4;
    game->rules.crowded = CELLS;
    rules_init(&game->rules, cells, symmetries, tables);
    game->full = full;
    game->rim = rim;
    game->first_file = first_file;
    game->last_file = last_file;
    game->width = width;
    game->square = square;
    game->turn = turn;
    game->leaps = leaps;
    memcpy(game->leap, quadruples, 4 * (size_t)leaps);
    int code = 0;
    for (int cell = 0; cell <= CELLS; cell++) {
        while (code < leaps && game->leap[code].support < cell) code++;
        game->first[cell] = code;
    }
    return &game->rules;
}
