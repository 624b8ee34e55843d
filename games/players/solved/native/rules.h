/* What the search asks of a game: its positions, its decisions, and the symmetries of its board. */
#ifndef LOOPHOLE_RULES_H
#define LOOPHOLE_RULES_H

#include <stdint.h>

#define CELLS 64
#define BOARDS 6
#define SYMMETRIES 12
#define MOST_CODES 512
#define NOBODY (-1)

/* Sets of cells, whose meaning each game defines, and what else tells positions apart. */
struct position {
    uint64_t boards[BOARDS];
    uint8_t to_move;
    uint8_t left;   /* decisions left in the turn */
    uint8_t flags;  /* what each game defines */
    uint8_t over;
    int8_t winner;  /* a seat, or NOBODY for a draw */
    uint8_t hand[2];  /* pieces in hand, by seat */
};

struct rules {
    /* Writes all legal decisions of a position that is not over; gives their number. */
    int (*codes)(const struct rules *, const struct position *, int16_t *);
    void (*play)(const struct rules *, struct position *, int code);
    /* Whether the side to decide may win at once, told from very little; NULL where that is never worth a look. */
    int (*may_win)(const struct rules *, const struct position *);
    /* Whether the side to decide surely does not win within its turn; NULL where that cannot be told. */
    int (*hopeless)(const struct rules *, const struct position *);
    /* What a position looks to be worth to the first seat, from 0 to 1; NULL where playouts go to the end. */
    double (*judge)(const struct rules *, const struct position *);
    /* Writes the legal decisions without some that surely lose, perhaps none; NULL where that is not looked for. */
    int (*worth)(const struct rules *, const struct position *, int16_t *);
    int hashed;   /* so many boards, from the first, tell positions apart */
    int bytes;    /* so many bytes of a set of cells are in use */
    int crowded;  /* with more occupied cells mirror images are not looked for */
    int cyclic;   /* whether a position can come back */
    int symmetries;
    uint64_t image[SYMMETRIES][8][256];  /* by symmetry, byte and its value */
};

static inline uint64_t mixed(uint64_t x) {
    x ^= x >> 32;
    x *= 0xd6e8feb86659fd93ull;
    x ^= x >> 32;
    x *= 0xd6e8feb86659fd93ull;
    return x ^ x >> 32;
}

/* What tells positions apart besides the boards. */
static inline uint64_t beside(const struct position *at) {
    return (uint64_t)at->to_move | (uint64_t)at->left << 8 | (uint64_t)at->flags << 16 | (uint64_t)at->hand[0] << 24 |
           (uint64_t)at->hand[1] << 32;
}

static inline int lowest(uint64_t set) { return __builtin_ctzll(set); }
static inline int count(uint64_t set) { return __builtin_popcountll(set); }

/* Fills in the symmetries, each a table from cell to cell; the first must be the identity. */
void rules_init(struct rules *, int cells, int symmetries, const uint8_t *tables);

#endif
