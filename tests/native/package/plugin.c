/* A plugin that has the library to itself: how many scenes and models there are. */
#include <ringlet.h>

unsigned NAME(void) {
    return 1000 * ringlet_scene_count() + ringlet_model_count();
}
