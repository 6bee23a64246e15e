/* A small library with the functions of EPBot that examples/bba/bidder.py calls, for its tests.
 *
 * It opens 1NT whenever nobody has bid, and else passes; what it says of its call is everything that it was told.
 * Conventions of the card make it misbehave: `Answer` is the code that it gives instead, `Deaf` refuses every hand.
 */
#include <stdio.h>
#include <string.h>

struct player {
    int systems[2], conventions[2], scoring, answer, deaf, seat, dealer, vulnerability, bids;
    char hand[64], calls[512];
};

static struct player players[16];
static int made;

void *epbot_create(void) { return made < 16 ? &players[made++] : NULL; }
void epbot_destroy(void *p) { (void)p; }
int epbot_version(void *p) { (void)p; return 77; }
const char *epbot_get_last_error(void) { return "I do not like it"; }

int epbot_set_system_type(struct player *p, int side, int system) { p->systems[side] = system; return 0; }
int epbot_set_scoring(struct player *p, int scoring) { p->scoring = scoring; return 0; }

int epbot_set_conventions(struct player *p, int side, const char *name, int value) {
    p->conventions[side] += value;
    if (!strcmp(name, "Answer")) p->answer = value;
    if (!strcmp(name, "Deaf")) p->deaf = value;
    return 0;
}

int epbot_new_hand(struct player *p, int seat, const char *hand, int dealer, int vulnerability, int a, int b) {
    (void)a; (void)b;
    if (p->deaf) return -1;
    snprintf(p->hand, sizeof p->hand, "%s", hand);
    for (char *c = p->hand; *c; c++) if (*c == '\n') *c = '/';
    p->seat = seat; p->dealer = dealer; p->vulnerability = vulnerability;
    p->calls[0] = 0; p->bids = 0;
    return 0;
}

int epbot_set_bid(struct player *p, int seat, int code, const char *alert) {
    (void)alert;
    size_t used = strlen(p->calls);
    snprintf(p->calls + used, sizeof p->calls - used, " %d:%d", seat, code);
    p->bids += code >= 5;
    return 0;
}

int epbot_get_bid(struct player *p) { return p->answer ? p->answer : p->bids ? 0 : 9; }

int epbot_get_info_meaning(struct player *p, int seat, char *text, int size) {
    snprintf(text, size, "seat %d of %d, %s, dealer %d, vulnerable %d, systems %d %d, conventions %d %d, scoring %d, calls%s",
             p->seat, seat, p->hand, p->dealer, p->vulnerability, p->systems[0], p->systems[1], p->conventions[0],
             p->conventions[1], p->scoring, p->calls);
    return 0;
}
