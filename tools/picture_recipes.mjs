// How each style is shown in pictures, wherever they are made; what is not said here
// is as the scene has it, at rest after a second.

// The colour that suits a style.
const colours = {
    straight: 'honey', wavy: 'chestnut', curly: 'copper', coily: 'espresso', volume: 'auburn', limp: 'espresso',
    'super-asian': 'black', 'super-fuzzy': 'espresso', 'super-curly': 'auburn', 'super-wavy': 'honey', links: 'auburn',
    barnes: 'espresso', layers: 'copper', brush: 'espresso', 'helix-types': 'chestnut', buckling: 'espresso',
};
// motion: what plays; frames: of 1/60 s until the picture; zoom: of the fitted distance.
const own = {
    'helix-types': { motion: 'still', frames: 30 },
};

export const recipe = (scene) => ({ motion: '', frames: 60, zoom: 1, colour: colours[scene] ?? 'chestnut', ...own[scene] });
