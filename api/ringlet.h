/* Ringlet's C interface: make a scene by name, move its head, step, read the
 * hair. Plain C, no types but C's own; SI units (m, kg, s, rad) everywhere.
 *
 * Functions that can fail return RINGLET_OK or RINGLET_ERROR (or NULL) and, where
 * they have an `error`, write one line into it saying what, where and how to mend, cut
 * to `error_size` bytes with its terminating 0; `error` may be NULL. After a failure the
 * simulation is as it was, unless memory ran out in the middle of a change: then ringlet_status() says so, and steps do nothing. Where the
 * simulation is NULL, or there is no memory, the other functions do nothing and return 0 (ringlet_copy_positions() and
 * ringlet_get_device_block() RINGLET_ERROR, ringlet_file_strand() UINT32_MAX). One simulation must not be used by
 * two threads at a time; different simulations may. Rounding, denormals and traps of the calling thread have no part in results, and
 * are afterwards as they were. */
#ifndef RINGLET_H
#define RINGLET_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { RINGLET_OK = 0, RINGLET_ERROR = -1 };

typedef struct ringlet_simulation ringlet_simulation;

/* How to make a simulation. A field that is 0 or NULL takes its default. */
typedef struct ringlet_options {
    const char* params;   /* "key=value,key=value": what `ringlet list` shows, each once; default: the scene's own */
    int threads;          /* that advance a frame, the caller included, [1, 256]; default 1 */
    double rate;          /* frames a second, [20, 240]; default 60 */
    const char* groom;    /* path of a groom (.tfx, .hair, .data, .obj, .usda), for the scene sintel; files are to stay where they are */
    const char* head;     /* path of the head's mesh (.obj, .glb): drawn, and what hair of the scene `mesh` grows on */
    const char* collider; /* path of a closed mesh (as head; the same, if wanted) that hair stays out of; a head by itself keeps none out */
    const char* model;    /* hair model: one of ringlet_model_name(); default: the scene's own */
    const char* backend;  /* where frames are computed: cpu or, in a library built with RINGLET_CUDA=ON, cuda: on the calling threads' device; default cpu */
    uint32_t drawn_strands; /* strands for ringlet_drawn(): the simulated ones, in an order of their own, and behind them some that follow these; [0, 1e7] */
    uint32_t drawn_points;  /* of each of them, [2, 1000], in all below 2^32; default 16 */
} ringlet_options;

/* "major.minor.patch" of the library. */
const char* ringlet_version(void);

/* The scenes, sorted by name: [0, ringlet_scene_count()). NULL beyond. */
uint32_t ringlet_scene_count(void);
const char* ringlet_scene_name(uint32_t index);

/* The hair models, sorted by name: [0, ringlet_model_count()). NULL beyond. */
uint32_t ringlet_model_count(void);
const char* ringlet_model_name(uint32_t index);

/* Makes a scene with its hair at rest. `params` as in ringlet_options, or NULL.
 * NULL on error: an unknown scene or key, a value out of range, no memory. `options` may be NULL. */
ringlet_simulation* ringlet_create(const char* scene, const char* params, char* error, size_t error_size);
ringlet_simulation* ringlet_create_with(const char* scene, const ringlet_options* options,
                                        char* error, size_t error_size);
void ringlet_destroy(ringlet_simulation* simulation); /* NULL is allowed */

/* Sets one parameter from text. Strand and particle counts may change. Parameters that rebuild put the hair back to rest, and the time
 * goes on; those of grooms from files may read the files again, which takes as long as ringlet_create(). */
int ringlet_set_param(ringlet_simulation* simulation, const char* name, const char* value,
                      char* error, size_t error_size);

enum { RINGLET_REAL, RINGLET_INTEGER, RINGLET_TOGGLE, RINGLET_CHOICE };

/* A parameter, and what it is now. The texts are the library's, valid until ringlet_set_param(). */
typedef struct ringlet_param {
    const char *name, *unit, *help; /* unit: SI, "" of a pure number; help: one sentence */
    int kind;                       /* RINGLET_REAL ... */
    int rebuild;                    /* not 0: setting it rebuilds */
    double value, by_default, low, high; /* of a toggle 0 or 1, of a choice numbers of `choices`; by_default: this scene's */
    const char* const* choices;     /* names of a choice's values, which ringlet_set_param() takes; NULL of others */
    uint32_t choice_count;
} ringlet_param;

/* The parameters that a simulation has, in the order of `ringlet list`: [0, ringlet_param_count()). RINGLET_ERROR beyond. */
uint32_t ringlet_param_count(const ringlet_simulation* simulation);
int ringlet_get_param(const ringlet_simulation* simulation, uint32_t index, ringlet_param* param);

/* Plays a named motion (still, drag, violent ...) or the CSV file of that path
 * from its start; the hair goes back to rest. Until this is called the head stands still, in scenes with a motion of their own too. */
int ringlet_set_motion(ringlet_simulation* simulation, const char* name_or_path, char* error, size_t error_size);

/* Where the head is to be: position (m, within 1e6 along each axis) and orientation (unit quaternion x, y,
 * z, w, head to world). The head reaches it smoothly within two frames, or at
 * once and with the hair in its shape when `teleport` is not 0 or it is more than 0.5 m or 60 degrees from
 * the last one: a head that always goes faster than that a frame (30 m/s at 60 Hz) is to be told without what carries it, and with wind.
 * Ends a motion.
 *
 * It is where the head is to be at the end of the next frame. Where pictures take more or less time than a frame, tell the pose that the
 * head has then, between those of two pictures, before each frame that is stepped: one pose for several frames is a jolt, and
 * after a long picture a teleport. Draw the head where ringlet_head() has it, half a frame behind. */
int ringlet_set_pose(ringlet_simulation* simulation, const double position[3], const float orientation[4],
                     int teleport, char* error, size_t error_size);

/* Advances by whole frames of 1 / rate seconds. Models in which hair touches hair may need memory when more of it touches than
 * ever before; where there is none, ringlet_status() says so, and this and ringlet_reset() do nothing from then on. */
void ringlet_step(ringlet_simulation* simulation, uint32_t frames);

/* Puts the hair at rest at the head's present pose, or at one that was given as a teleport since the last step; any other pose since then is
 * forgotten. A motion plays again. */
void ringlet_reset(ringlet_simulation* simulation);

/* Simulated time, s. */
double ringlet_time(const ringlet_simulation* simulation);

uint32_t ringlet_strand_count(const ringlet_simulation* simulation);
uint32_t ringlet_particle_count(const ringlet_simulation* simulation);       /* of all strands together */
uint32_t ringlet_strand_particles(const ringlet_simulation* simulation, uint32_t strand); /* 0 beyond the last */

/* Which strand of the groom's file a simulated one is, from 0, as they follow in the file. Strands that were left out are counted as well
 * (ringlet_note() tells of them); those of a .usda prim that was left out whole are not. UINT32_MAX: none, for the scene makes its own
 * hair, or beyond the last. */
uint32_t ringlet_file_strand(const ringlet_simulation* simulation, uint32_t strand);

/* What is to be known of the files that were named: how they were placed, what was left out or mended. A line each, [0,
 * ringlet_note_count()), valid until ringlet_set_param(); NULL beyond. */
uint32_t ringlet_note_count(const ringlet_simulation* simulation);
const char* ringlet_note(const ringlet_simulation* simulation, uint32_t index);

/* Writes x, y, z (m) of every particle, strand by strand from root to tip:
 * 3 * ringlet_particle_count() floats, relative to the head's origin, along
 * world axes. RINGLET_ERROR (and nothing written) when `capacity`, in floats,
 * is less. */
int ringlet_copy_positions(const ringlet_simulation* simulation, float* xyz, size_t capacity);

/* RINGLET_ERROR, with the reason, once a device has failed, or memory has run out in a step or in the middle of another change: steps do
 * nothing from then on, and where memory ran out parameters, motions, poses, the brush and saved states are refused: make another simulation. The hash,
 * the saved state and the positions are then, of a device, those that were last fetched from it. */
int ringlet_status(const ringlet_simulation* simulation, char* error, size_t error_size);

/* Positions in a device's own memory, in blocks of strands with equally many particles, for whoever draws or goes on
 * computing there: [tile][particle][x, y, z][lane] floats, m, relative to the head's origin, along world axes. A block's strand
 * number i is in tile i / lanes, lane i % lanes, and is the scene's strand order[i]; lanes behind the last one are padding. Tiles
 * follow each other `tile` floats apart, with another block's between them where strands go in pairs. */
typedef struct ringlet_device_block {
    const float* positions; /* an address on the device, valid until the next call for this simulation but those that only read */
    const float* previous;  /* the same one frame earlier, beside the head of then; or NULL */
    uint32_t strands, particles, lanes;
    size_t tile;
} ringlet_device_block;

/* How many blocks there are: 0 with the backend cpu, or where the device has failed. */
uint32_t ringlet_device_block_count(const ringlet_simulation* simulation);
/* Tells of a block, and writes its strands' numbers to order[0 .. strands) unless `order` is NULL. RINGLET_ERROR: there is no
 * such block, or `capacity`, in numbers, is less than its strands. */
int ringlet_get_device_block(const ringlet_simulation* simulation, uint32_t index, ringlet_device_block* block,
                             uint32_t* order, size_t capacity);

/* Strands to draw, as many as were asked for and the groom has room for, mixed from the simulated ones where these are:
 * [strand][point][x, y, z] floats, m, relative to the head's origin, along world axes, every point the same bits on each backend. In
 * the library's memory, with a device as backend at an address on it; valid until the next call that changes the simulation, or the
 * next of this. NULL: none were asked for, or the device has failed. */
const float* ringlet_drawn(const ringlet_simulation* simulation, uint32_t* strands, uint32_t* points);

/* The head at the end of the last frame; either pointer may be NULL. */
void ringlet_head(const ringlet_simulation* simulation, double position[3], float orientation[4]);

/* Kinetic energy, gravity's (0 were all hair as high as its roots) and elastic energy, J; zeros where
 * the simulation is NULL. */
void ringlet_energy(const ringlet_simulation* simulation, double joules[3]);

/* From the next step on a ball drags the hair that is in it along, most at its centre: position (m, within 1e6 along each
 * axis) and velocity (m/s, below 1000) in the world, radius (m, [0, 1]; 0: none any more), rate of the drag (1/s, [0, 1000]; 200 is a
 * good one). Move it before each step. Strands of dftl-published feel neither it nor wind. */
int ringlet_set_brush(ringlet_simulation* simulation, const double position[3], const float velocity[3], float radius,
                      float rate, char* error, size_t error_size);

/* The force that the ball bears from the hair at the end of the last step, N, world axes; zeros where the simulation is
 * NULL or the hair model knows no brush (dftl-published). */
void ringlet_brush_force(const ringlet_simulation* simulation, double newtons[3]);

/* Everything that the next steps depend on, but for what was chosen: scene, options, parameters, motion. Writes it to
 * `bytes` and returns how many bytes it takes: more than `capacity`, and nothing was written (so ask with NULL and 0). 0: the simulation
 * is NULL, or there is no memory.
 * Restored into a simulation of the same choices, on any machine of the same order of bytes, it goes on with the same bits. RINGLET_ERROR: bytes of
 * another simulation, motion or rate, or damaged ones. */
size_t ringlet_save_state(const ringlet_simulation* simulation, void* bytes, size_t capacity);
int ringlet_restore_state(ringlet_simulation* simulation, const void* bytes, size_t size, char* error, size_t error_size);

/* Over the whole state, bit by bit: equal on every target after equal steps. */
uint64_t ringlet_hash(const ringlet_simulation* simulation);

#ifdef __cplusplus
}
#endif
#endif
