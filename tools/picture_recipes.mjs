// How each style is shown in pictures, wherever they are made; what is not said here
// is as the scene has it, after two thirds of a second.

// motion: what plays; frames: of 1/60 s until the picture; zoom: of the fitted distance;
// lower: m that the camera looks below what it was fitted to (hair at rest may hang lower).
const own = {
    'helix-types': { motion: 'still', frames: 30, zoom: 0.8, lower: -0.04 },
    barnes: { zoom: 0.8, lower: 0.16 },
    layers: { zoom: 0.8, lower: 0.16 },
    links: { zoom: 1.1 },
    crossing: { frames: 60, zoom: 1.1, lower: 0.03 },
    buckling: { lower: -0.05 },
    oscillation: { lower: -0.06 },
    limp: { lower: -0.03 },
    'wisp-three': { frames: 24, lower: -0.03 },
    wind: { frames: 120 },
    'comb-wisps': { frames: 90 },
    'comb-strands': { frames: 90 },
};

export const recipe = (scene) => ({ motion: '', frames: 40, zoom: 1, lower: 0, ...own[scene] });
