/* Calls every function of ringlet.h with NULL for every pointer, and with numbers that no head can
 * have: nothing may crash, and what can fail says why. Prints what went wrong; ends with 0 where
 * nothing did. */
#include <fenv.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include <ringlet.h>

static int failures = 0;
static char error[256];

static void check(int good, const char* what) {
    if (!good) {
        printf("FAILED: %s (error: '%s')\n", what, error);
        ++failures;
    }
    error[0] = 0;
}

/* Every parameter is told as it is, and takes what is told of it. */
static void parameters(void) {
    ringlet_simulation* hair = ringlet_create("straight", "strands=4,stiffness=2e-8", error, sizeof error);
    ringlet_param param;
    const uint32_t count = ringlet_param_count(hair);
    char text[64];
    int found = 0, choices = 0;
    for (uint32_t i = 0; i < count; ++i) {
        check(ringlet_get_param(hair, i, &param) == RINGLET_OK && param.low <= param.value && param.value <= param.high, "a parameter");
        check(strlen(param.name) > 0 && strlen(param.help) > 0 && param.unit, "a parameter's words");
        found += !strcmp(param.name, "stiffness") && fabs(param.value - 2e-8) < 1e-14 && param.kind == RINGLET_REAL && !param.rebuild;
        choices += param.kind == RINGLET_CHOICE && param.choices && param.choice_count == (uint32_t)param.high + 1;
        if (param.choices) snprintf(text, sizeof text, "%s", param.choices[(int)param.value]);
        else snprintf(text, sizeof text, "%.9g", param.value);
        check(ringlet_set_param(hair, param.name, text, error, sizeof error) == RINGLET_OK, param.name);
    }
    check(found == 1 && choices > 0, "a parameter that was given, and choices");
    check(ringlet_get_param(hair, count, &param) == RINGLET_ERROR && ringlet_get_param(hair, 0, NULL) == RINGLET_ERROR, "no parameter");
    ringlet_destroy(hair);
}

/* A reset after a teleport that no step has made yet is at its place; after another pose, where the head was. */
static void respawn(void) {
    const double there[3] = {5, 0, 0}, beside[3] = {5.1, 0, 0};
    const float upright[4] = {0, 0, 0, 1};
    double at[3];
    ringlet_simulation* hair = ringlet_create("helix", NULL, error, sizeof error);
    check(ringlet_set_pose(hair, there, upright, 1, error, sizeof error) == RINGLET_OK, "a teleport");
    ringlet_reset(hair);
    ringlet_head(hair, at, NULL);
    check(at[0] == 5, "a reset after a teleport");
    check(ringlet_set_pose(hair, beside, upright, 0, error, sizeof error) == RINGLET_OK, "a pose");
    ringlet_reset(hair);
    ringlet_step(hair, 3);
    ringlet_head(hair, at, NULL);
    check(at[0] == 5, "a reset after another pose");
    ringlet_destroy(hair);
}

static void nulls(void) {
    const double origin[3] = {0, 0, 0};
    const float upright[4] = {0, 0, 0, 1};
    double position[3] = {7, 7, 7};
    float orientation[4] = {7, 7, 7, 7}, xyz[3] = {7, 7, 7};
    check(!ringlet_create(NULL, NULL, error, sizeof error) && strlen(error) > 0, "create of NULL");
    check(!ringlet_create(NULL, NULL, NULL, 0), "create of NULL without an error");
    check(!ringlet_create(NULL, NULL, NULL, 99), "create of NULL with a size and no error");
    check(!ringlet_create_with(NULL, NULL, error, sizeof error) && strlen(error) > 0, "create_with of NULL");
    ringlet_destroy(NULL);
    check(ringlet_set_param(NULL, "drag", "1", error, sizeof error) == RINGLET_ERROR && strstr(error, "NULL"), "set_param");
    check(ringlet_set_param(NULL, NULL, NULL, NULL, 0) == RINGLET_ERROR, "set_param, all NULL");
    ringlet_param param;
    check(ringlet_param_count(NULL) == 0 && ringlet_get_param(NULL, 0, &param) == RINGLET_ERROR, "parameters");
    check(ringlet_get_param(NULL, 0, NULL) == RINGLET_ERROR, "parameters, all NULL");
    check(ringlet_set_motion(NULL, "still", error, sizeof error) == RINGLET_ERROR && strstr(error, "NULL"), "set_motion");
    check(ringlet_set_motion(NULL, NULL, NULL, 0) == RINGLET_ERROR, "set_motion, all NULL");
    check(ringlet_set_pose(NULL, origin, upright, 0, error, sizeof error) == RINGLET_ERROR && strstr(error, "NULL"), "set_pose");
    check(ringlet_set_pose(NULL, NULL, NULL, 1, NULL, 0) == RINGLET_ERROR, "set_pose, all NULL");
    const float still[3] = {0, 0, 0};
    double newtons[3] = {7, 7, 7};
    check(ringlet_set_brush(NULL, origin, still, 0.1f, 200, error, sizeof error) == RINGLET_ERROR && strstr(error, "NULL"), "set_brush");
    check(ringlet_set_brush(NULL, NULL, NULL, 0.1f, 200, NULL, 0) == RINGLET_ERROR, "set_brush, all NULL");
    ringlet_brush_force(NULL, NULL);
    ringlet_brush_force(NULL, newtons);
    check(newtons[0] == 0 && newtons[1] == 0 && newtons[2] == 0, "brush_force");
    ringlet_step(NULL, 3);
    ringlet_reset(NULL);
    check(ringlet_time(NULL) == 0, "time");
    check(ringlet_strand_count(NULL) == 0 && ringlet_particle_count(NULL) == 0, "counts");
    check(ringlet_strand_particles(NULL, 0) == 0, "strand_particles");
    check(ringlet_file_strand(NULL, 0) == UINT32_MAX, "file_strand");
    check(ringlet_note_count(NULL) == 0 && !ringlet_note(NULL, 0), "notes");
    check(ringlet_copy_positions(NULL, xyz, 3) == RINGLET_ERROR && xyz[0] == 7, "copy_positions");
    check(ringlet_copy_positions(NULL, NULL, 0) == RINGLET_ERROR, "copy_positions, all NULL");
    ringlet_head(NULL, position, orientation);
    ringlet_head(NULL, NULL, NULL);
    check(position[0] == 7 && orientation[0] == 7, "head");
    check(ringlet_hash(NULL) == 0, "hash");
    ringlet_energy(NULL, position);
    ringlet_energy(NULL, NULL);
    ringlet_device_block block;
    check(ringlet_device_block_count(NULL) == 0, "device_block_count");
    check(ringlet_get_device_block(NULL, 0, &block, NULL, 0) == RINGLET_ERROR, "get_device_block");
    check(ringlet_drawn(NULL, NULL, NULL) == NULL, "drawn");
    check(ringlet_status(NULL, NULL, 0) == RINGLET_ERROR, "status");
    check(position[0] == 0 && position[1] == 0 && position[2] == 0, "energy");
    check(!ringlet_scene_name(1000000) && !ringlet_model_name(1000000), "names beyond the last");
}

static void badPoses(ringlet_simulation* hair) {
    const float upright[4] = {0, 0, 0, 1}, none[4] = {0, 0, 0, 0}, odd[4] = {0, NAN, 0, 1};
    const double places[][3] = {{1.1e6, 0, 0}, {0, -1e9, 0}, {0, 0, 1e300}, {NAN, 0, 0}, {0, INFINITY, 0}};
    const double origin[3] = {0, 0, 0};
    for (size_t i = 0; i < sizeof places / sizeof places[0]; ++i)
        for (int teleport = 0; teleport < 2; ++teleport)
            check(ringlet_set_pose(hair, places[i], upright, teleport, error, sizeof error) == RINGLET_ERROR &&
                      strstr(error, "1e6 m"), "a pose too far away");
    check(ringlet_set_pose(hair, origin, none, 0, error, sizeof error) == RINGLET_ERROR && strstr(error, "unit"), "no turn");
    check(ringlet_set_pose(hair, origin, odd, 0, error, sizeof error) == RINGLET_ERROR, "a turn that is no number");
    const double far[3] = {9e5, 0, 0};
    double head[3] = {0, 0, 0};
    check(ringlet_set_pose(hair, far, upright, 1, error, sizeof error) == RINGLET_OK, "a pose within bounds");
    ringlet_step(hair, 1);
    ringlet_head(hair, head, NULL);
    check(head[0] == 9e5, "the head is where it was set");
}

/* Hair from a file of that name and text, which the caller removes; or NULL. */
static ringlet_simulation* hairOf(const char* path, const char* text) {
    FILE* file = fopen(path, "w");
    check(file != NULL, "a file to write");
    if (!file) return NULL;
    fputs(text, file);
    fclose(file);
    ringlet_options from = {.groom = path};
    ringlet_simulation* hair = ringlet_create_with("sintel", &from, error, sizeof error);
    check(hair != NULL, "create from a file");
    return hair;
}

/* A strand that the file's reader leaves out counts in the file all the same. */
static void skipped(void) {
    const char* const path = "hostile_strands.usda";
    ringlet_simulation* hair = hairOf(path, "#usda 1.0\ndef BasisCurves \"c\" {\nuniform token type = \"linear\"\nint[] curveVertexCounts = [1, 2, 3]\n"
                                            "point3f[] points = [(0, 0, 0), (0, 0.1, 0), (0, 0.2, 0), (0.1, 0, 0), (0.1, 0.1, 0), (0.1, 0.2, 0)]\n}\n");
    check(hair && ringlet_file_strand(hair, 0) == 1 && ringlet_file_strand(hair, 1) == 2, "strands behind one that was left out");
    ringlet_destroy(hair);
    remove(path);
}

/* Three strands of which the second is no strand and the last is the shortest: told, and known again. */
static void files(void) {
    const char* const path = "hostile_strands.obj";
    ringlet_simulation* hair = hairOf(path, "v 0 0.1 0\nv 0 0.2 0\nv 0 0.3 0\nv 0 0.4 0\nv 0.1 0.1 0\nv 0.1 0.2 0\nv 0.1 0.3 0\n"
                                            "l 1 2 3 4\nl 1 1\nl 5 6 7\n");
    if (!hair) return;
    check(ringlet_strand_count(hair) == 2 && ringlet_strand_particles(hair, 0) == 3, "two strands, the shorter first");
    check(ringlet_file_strand(hair, 0) == 2 && ringlet_file_strand(hair, 1) == 0, "strands of the file");
    check(ringlet_file_strand(hair, 2) == UINT32_MAX, "no strand of the file");
    int told = 0;
    for (uint32_t i = 0; i < ringlet_note_count(hair); ++i)
        told += strcmp(ringlet_note(hair, i), "1 strands with too few distinct points were left out") == 0;
    check(told == 1 && !ringlet_note(hair, ringlet_note_count(hair)), "what was left out is told");
    check(ringlet_set_param(hair, "guides", "1", error, sizeof error) == RINGLET_OK, "one guide");
    check(ringlet_strand_count(hair) == 1 && ringlet_file_strand(hair, 0) < 3, "a guide of the file");
    check(ringlet_file_strand(hair, 1) == UINT32_MAX, "what follows is not simulated");
    ringlet_destroy(hair);
    remove(path);
}

/* The hash after some frames by a thread that rounds so, on two threads. */
static uint64_t hashRounding(int rounding) {
    const ringlet_options two = {.threads = 2};
    fesetround(rounding);
    ringlet_simulation* hair = ringlet_create_with("limp", &two, error, sizeof error);
    check(hair && ringlet_set_motion(hair, "violent", error, sizeof error) == RINGLET_OK, "create with another rounding");
    ringlet_step(hair, 10);
    const uint64_t hash = ringlet_hash(hair);
    ringlet_destroy(hair);
    check(fegetround() == rounding, "the host's rounding is as it was");
    fesetround(FE_TONEAREST);
    return hash;
}

int main(void) {
    check(hashRounding(FE_UPWARD) == hashRounding(FE_TONEAREST), "the same bits whatever the host rounds by");
    nulls();
    parameters();
    respawn();
    files();
    skipped();
    ringlet_simulation* hair = ringlet_create("helix", NULL, error, sizeof error);
    check(hair != NULL, "create");
    if (!hair) return 1;
    check(ringlet_file_strand(hair, 0) == UINT32_MAX, "a strand of no file");
    badPoses(hair);
    check(ringlet_set_param(hair, NULL, "1", error, sizeof error) == RINGLET_ERROR, "set_param without a name");
    check(ringlet_set_param(hair, "drag", NULL, error, sizeof error) == RINGLET_ERROR, "set_param without a value");
    check(ringlet_set_motion(hair, NULL, error, sizeof error) == RINGLET_ERROR, "set_motion without a name");
    check(ringlet_set_motion(hair, "/dev/zero", error, sizeof error) == RINGLET_ERROR && strstr(error, "regular file"),
          "a motion without an end");
    check(ringlet_set_pose(hair, NULL, NULL, 0, error, sizeof error) == RINGLET_ERROR, "set_pose without a pose");
    check(ringlet_copy_positions(hair, NULL, 1000000) == RINGLET_ERROR, "copy_positions to NULL");
    ringlet_head(hair, NULL, NULL);
    ringlet_energy(hair, NULL);
    double joules[3] = {0, 0, 0};
    check(ringlet_set_motion(hair, "drag", error, sizeof error) == RINGLET_OK, "a motion");
    ringlet_step(hair, 20);
    ringlet_energy(hair, joules);
    check(joules[0] > 0 && joules[1] < 0 && joules[2] > 0, "a moving curl's energy");
    const double there[3] = {0, 0, 0}, nowhere[3] = {0, NAN, 0};
    const float pulls[3] = {0.5f, 0, 0}, wild[3] = {0, 0, INFINITY};
    check(ringlet_set_brush(hair, nowhere, pulls, 0.5f, 200, error, sizeof error) == RINGLET_ERROR, "a brush that is nowhere");
    check(ringlet_set_brush(hair, there, wild, 0.5f, 200, error, sizeof error) == RINGLET_ERROR, "a brush of any speed");
    check(ringlet_set_brush(hair, there, pulls, 1.5f, 200, error, sizeof error) == RINGLET_ERROR && strstr(error, "radius"), "a wide brush");
    check(ringlet_set_brush(hair, there, pulls, 0.5f, NAN, error, sizeof error) == RINGLET_ERROR && strstr(error, "rate"), "a rate that is none");
    double newtons[3] = {0, 0, 0};
    ringlet_brush_force(hair, newtons);
    check(newtons[0] == 0, "no force on a brush that was refused");
    check(ringlet_set_brush(hair, there, pulls, 0.5f, 200, error, sizeof error) == RINGLET_OK, "a brush");
    ringlet_step(hair, 20);
    ringlet_brush_force(hair, newtons);
    check(newtons[0] < 0 && newtons[0] > -1e-3, "hair holds the brush back");
    check(ringlet_set_brush(hair, there, pulls, 0, 200, error, sizeof error) == RINGLET_OK, "the brush lifted");
    ringlet_brush_force(hair, newtons);
    check(newtons[0] == 0, "no force on a lifted brush");
    unsigned char state[100000];
    const size_t size = ringlet_save_state(hair, NULL, 0);
    check(size > 0 && size <= sizeof state && ringlet_save_state(hair, state, size) == size, "a saved state");
    const uint64_t saved = ringlet_hash(hair);
    ringlet_step(hair, 20);
    const uint64_t later = ringlet_hash(hair);
    check(ringlet_restore_state(hair, state, size / 2, error, sizeof error) == RINGLET_ERROR && ringlet_hash(hair) == later, "half a state");
    check(ringlet_restore_state(hair, NULL, size, error, sizeof error) == RINGLET_ERROR, "no state");
    check(ringlet_restore_state(NULL, state, size, error, sizeof error) == RINGLET_ERROR, "a state for NULL");
    check(ringlet_save_state(NULL, state, size) == 0, "a state of NULL");
    check(ringlet_restore_state(hair, state, size, error, sizeof error) == RINGLET_OK && ringlet_hash(hair) == saved, "a restored state");
    ringlet_step(hair, 20);
    check(ringlet_hash(hair) == later, "what follows a restored state");
    ringlet_destroy(hair);
    ringlet_options drawn = {.params = "strands=20", .drawn_strands = 500, .drawn_points = 1};
    check(!ringlet_create_with("straight", &drawn, error, sizeof error) && strstr(error, "drawn_points"), "strands of one point");
    drawn.drawn_points = 12;
    hair = ringlet_create_with("straight", &drawn, error, sizeof error);
    check(hair != NULL, "create with strands to draw");
    if (!hair) return 1;
    ringlet_step(hair, 3);
    uint32_t strands = 0, points = 0;
    const float* at = ringlet_drawn(hair, &strands, &points);
    check(at && strands == 500 && points == 12, "strands to draw");
    float positions[3 * 20 * 16];
    check(at && ringlet_copy_positions(hair, positions, sizeof positions / sizeof *positions) == RINGLET_OK, "simulated strands");
    float nearest = 1;
    for (int s = 0; at && s < 20; ++s)
        nearest = fminf(nearest, fabsf(at[0] - positions[48 * s]) + fabsf(at[1] - positions[48 * s + 1]) + fabsf(at[2] - positions[48 * s + 2]));
    check(nearest < 1e-6f, "the first strand to draw is a simulated one");
    check(ringlet_drawn(hair, &strands, &points) == at, "a call of this and calls that only read leave them where they are");
    ringlet_destroy(hair);
    check(!ringlet_create("helix", "drag=1,drag=2", error, sizeof error) && strstr(error, "twice"), "a parameter twice");
    return failures != 0;
}
