/* Holds two plugins, each with a library of its own. */
#include <stdio.h>

unsigned first(void);
unsigned second(void);

int main(void) {
    printf("%u %u\n", first(), second());
    return 0;
}
