/* Monte-Carlo tree search (UCT with proofs of wins and losses), for the matches in which puzzles are looked for. */
#include <math.h>
#include <stdlib.h>

#include "rules.h"

#define LONGEST 400
#define CUT 6           /* playouts that are judged go on for so many decisions */
#define EXPLORATION 0.4
#define GUESS 4.0       /* so many visits is a guess worth */

struct edge {
    int16_t code;
    int8_t proven;  /* 1 if it wins for who decides, -1 if it loses */
    int node, visits;
    float guess;    /* what it looks to be worth to who decides */
    double sum;     /* of values for who decides */
};

struct node {
    int first, number, seat;
    int8_t proven;
};

struct tree {
    const struct rules *rules;
    uint64_t chance;
    int nodes, edges, most_edges, most_nodes;
    struct node *node;
    struct edge *edge;
};

static uint64_t drawn(struct tree *tree) {
    tree->chance += 0x9e3779b97f4a7c15ull;
    return mixed(tree->chance);
}

static double worth(const struct position *at) { return at->winner == NOBODY ? 0.5 : 1.0 - at->winner; }

/* A new node for a position that is not over; -1 if there is no room. */
static int expand(struct tree *tree, const struct position *at) {
    const struct rules *rules = tree->rules;
    int16_t codes[MOST_CODES];
    int number = rules->codes(rules, at, codes);
    if (tree->nodes == tree->most_nodes || tree->edges + number > tree->most_edges) return -1;
    struct node *node = &tree->node[tree->nodes];
    *node = (struct node){tree->edges, number, at->to_move, 0};
    int lost = 0;
    for (int n = 0; n < number; n++) {
        struct edge *edge = &tree->edge[tree->edges + n];
        struct position after = *at;
        rules->play(rules, &after, codes[n]);
        *edge = (struct edge){codes[n], 0, -1, 0, 0.5f, 0.0};
        if (after.over) {
            double value = worth(&after);
            edge->guess = (float)(at->to_move ? 1.0 - value : value);
            if (after.winner != NOBODY) edge->proven = after.winner == at->to_move ? 1 : -1;
        } else if (rules->judge) {
            double value = rules->judge(rules, &after);
            edge->guess = (float)(at->to_move ? 1.0 - value : value);
        }
        if (edge->proven > 0) node->proven = 1;
        lost += edge->proven < 0;
        /* In an order drawn at random, so that none is preferred for its place. */
        int other = (int)(drawn(tree) % (uint64_t)(n + 1));
        struct edge moved = tree->edge[tree->edges + other];
        tree->edge[tree->edges + other] = *edge;
        *edge = moved;
    }
    if (lost == number) node->proven = -1;
    tree->edges += number;
    return tree->nodes++;
}

/* What a position that is not over is worth to the first seat, by playing on. */
static double playout(struct tree *tree, struct position *at) {
    const struct rules *rules = tree->rules;
    int16_t codes[MOST_CODES];
    for (int n = 0; n < (rules->judge ? CUT : LONGEST) && !at->over; n++) {
        int number = rules->codes(rules, at, codes);
        rules->play(rules, at, codes[drawn(tree) % (uint64_t)number]);
    }
    if (at->over) return worth(at);
    return rules->judge ? rules->judge(rules, at) : 0.5;
}

static struct edge *best_of(struct tree *tree, const struct node *node) {
    struct edge *edges = &tree->edge[node->first], *best = NULL;
    int visits = 1;
    for (int n = 0; n < node->number; n++) visits += edges[n].visits;
    double most = -1.0, spread = EXPLORATION * sqrt(log(visits + 1.0));
    for (int n = 0; n < node->number; n++) {
        struct edge *edge = &edges[n];
        if (edge->proven < 0 && best) continue;
        double weight = edge->visits + GUESS, value = edge->sum + GUESS * edge->guess;
        double score = edge->proven < 0 ? -0.5 : edge->proven > 0 ? 1e9 : value / weight + spread / sqrt(weight);
        if (score > most) {
            most = score;
            best = edge;
        }
    }
    return best;
}

/* One walk down the tree and a playout; gives the value for the first seat. */
static double walk(struct tree *tree, int here, struct position *at) {
    struct edge *edge = best_of(tree, &tree->node[here]);
    int seat = at->to_move;
    double value;
    tree->rules->play(tree->rules, at, edge->code);
    if (at->over) {
        value = worth(at);
    } else if (edge->node >= 0) {
        value = walk(tree, edge->node, at);
    } else {
        edge->node = expand(tree, at);
        value = playout(tree, at);
    }
    struct node *node = &tree->node[here];
    if (edge->node >= 0 && tree->node[edge->node].proven) {
        const struct node *next = &tree->node[edge->node];
        int winner = next->proven > 0 ? next->seat : 1 - next->seat, lost = 0;
        edge->proven = winner == seat ? 1 : -1;
        value = 1.0 - winner;
        if (edge->proven > 0) node->proven = 1;
        for (int n = 0; n < node->number; n++) lost += tree->edge[node->first + n].proven < 0;
        if (lost == node->number) node->proven = -1;
    }
    edge->visits++;
    edge->sum += seat ? 1.0 - value : value;
    return value;
}

/* The decision that so many playouts prefer, those first that are proved to win and last that are proved to lose. */
int selfplay(const struct rules *rules, const struct position *at, int playouts, uint64_t chance) {
    struct tree tree = {.rules = rules, .chance = chance, .most_nodes = playouts + 2, .most_edges = 100 * (playouts + 8)};
    tree.node = malloc((size_t)tree.most_nodes * sizeof *tree.node);
    tree.edge = malloc((size_t)tree.most_edges * sizeof *tree.edge);
    int root = expand(&tree, at), code;
    for (int n = 0; n < playouts && !tree.node[root].proven; n++) {
        struct position position = *at;
        walk(&tree, root, &position);
    }
    const struct edge *best = &tree.edge[tree.node[root].first];
    for (int n = 1; n < tree.node[root].number; n++) {
        const struct edge *edge = &tree.edge[tree.node[root].first + n];
        if (edge->proven > best->proven || (edge->proven == best->proven && edge->visits > best->visits)) best = edge;
    }
    code = best->code;
    free(tree.node);
    free(tree.edge);
    return code;
}
