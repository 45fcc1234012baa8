/* Makes a scene by name, drags its head sideways for a second, and prints where
 * the tip of the first strand went and the hash of the state.
 * usage: minimal [SCENE [key=value,key=value [MODEL]]] */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include <ringlet.h>

int main(int argc, char** argv) {
    const char* scene = argc > 1 ? argv[1] : "wavy"; /* a head of hair; ringlet_scene_name() names all */
    const ringlet_options options = {.params = argc > 2 ? argv[2] : NULL, .model = argc > 3 ? argv[3] : NULL};
    char error[256];
    ringlet_simulation* hair = ringlet_create_with(scene, &options, error, sizeof error);
    if (!hair) {
        fprintf(stderr, "error: %s\n", error);
        fprintf(stderr, "scenes:");
        for (uint32_t i = 0; i < ringlet_scene_count(); ++i) fprintf(stderr, " %s", ringlet_scene_name(i));
        fprintf(stderr, "\n");
        return 2;
    }

    const uint32_t count = ringlet_particle_count(hair);
    float* positions = malloc(3 * sizeof(float) * count); /* x, y, z of every particle, m */
    if (!positions) return 1;
    printf("ringlet %s, scene %s: %" PRIu32 " strands, %" PRIu32 " particles\n", ringlet_version(), scene,
           ringlet_strand_count(hair), count);

    const float upright[4] = {0, 0, 0, 1};
    for (int frame = 1; frame <= 60; ++frame) {
        const double position[3] = {0.2 * frame / 60, 0, 0}; /* 0.2 m in a second */
        if (ringlet_set_pose(hair, position, upright, 0, error, sizeof error) != RINGLET_OK) {
            fprintf(stderr, "error: %s\n", error);
            return 1;
        }
        ringlet_step(hair, 1);
        if (frame % 15) continue;
        ringlet_copy_positions(hair, positions, (size_t)3 * count);
        const float* tip = positions + 3 * (ringlet_strand_particles(hair, 0) - 1);
        printf("%.2f s: tip at %.4f %.4f %.4f m from the head's origin\n", ringlet_time(hair), tip[0], tip[1], tip[2]);
    }
    printf("hash %016" PRIx64 "\n", ringlet_hash(hair));

    free(positions);
    ringlet_destroy(hair);
    return 0;
}
