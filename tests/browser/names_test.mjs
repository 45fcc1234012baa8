// Names and controls that stay what they were: settings of the picture by their names of before, sliders that are moved.
// node tests/browser/names_test.mjs SITE [PART OF A NAME]
import { check, start } from './harness.mjs';
import { follow, until } from './support.mjs';

const t = await start();
const { test, open } = t;
const tiny = '#v=1&scene=straight&strands=100&particles=8&hairs_drawn=100';
const api = (page, body, argument) => page.evaluate(body, argument);

await test('links, scripts and recordings of before may say hair_colour', async () => {
    const { page } = await open(`${tiny}&hair_colour=ocean&most_detail=3`);
    const told = () => api(page, () => ({ params: window.ringlet.params(), picture: window.ringlet.state().picture, link: window.ringlet.shareUrl() }));
    await api(page, () => window.ringlet.pause());
    let { params, picture, link } = await told();
    check(await api(page, () => document.querySelector('#notices p') === null), 'the page complains of the link');
    for (const [name, value] of Object.entries({ hairColour: 'ocean', hair_colour: 'ocean', hairsDrawn: '100', hairs_drawn: '100', mostDetail: '3', most_detail: '3', exposure: '1' }))
        check(params[name] === value && picture[name] === value, `${name} is ${params[name]} and ${picture[name]}, not ${value}`);
    check(link.includes('hairColour=ocean') && !link.includes('hair_colour'), `the link is ${link}`);
    await api(page, () => { window.ringlet.set('hair_gloss', 2); window.ringlet.set('hairVariety', 0.1); });
    ({ params } = await told());
    check(params.hairGloss === '2' && params.hair_variety === '0.1', `gloss ${params.hairGloss}, variety ${params.hair_variety}`);
    const refused = await api(page, () => { try { window.ringlet.set('hair_length', 1); return ''; } catch (error) { return error.message; } });
    check(refused.includes('hair_length'), `an unknown name: ${refused || 'taken'}`);
    await api(page, () => window.ringlet.load('straight', { strands: 60, particles: 8, hairs_drawn: 60, hair_colour: 'rose' }));
    ({ params, link } = await told());
    check(params.hairColour === 'rose' && params.hairsDrawn === '60' && link.includes('hairColour=rose'), `loaded, the colour is ${params.hairColour}`);

    const file = await api(page, () => { const r = window.ringlet; r.record(); r.step(9); return r.stopRecording(); });
    const { hairColour, ...others } = JSON.parse(file).params;
    check(hairColour === 'rose', 'the recording lacks the colour');
    await api(page, (text) => window.ringlet.replay(text), JSON.stringify({ ...JSON.parse(file), params: { ...others, hair_colour: 'silver' } }));
    const hash = await api(page, () => { window.ringlet.pause(); window.ringlet.step(9); return window.ringlet.state().activity.replayed; });
    check(hash === JSON.parse(file).hash && (await told()).params.hairColour === 'silver', `replayed to ${hash} in ${(await told()).params.hairColour}`);
});

await test('links that say dftl, with and without a step, show the models it was', async () => {
    const base = '#v=1&scene=straight&strands=100&particles=8&motion=drag';
    const { page } = await open(base);
    const hash = async (fragment) => {
        await follow(page, base + fragment);
        const told = await api(page, () => {
            const r = window.ringlet;
            r.pause();
            r.reset();
            r.step(9);
            return { model: r.state().model, hash: r.hash(), link: r.shareUrl(), notices: document.querySelector('#notices p')?.textContent ?? '' };
        });
        check(told.notices === '', `${fragment}: ${told.notices}`);
        return told;
    };
    const strand = await hash(''), published = await hash('&model=dftl-published');
    check(strand.model === 'elastic-strand' && published.model === 'dftl-published' && strand.hash !== published.hash, 'the two models are alike');
    for (const [before, now] of [['&model=dftl', strand], ['&model=dftl&step=default', strand], ['&compliance=0.01', strand],
        ['&model=dftl&step=published', published], ['&step=published', published]]) {
        const old = await hash(before);
        check(old.model === now.model && old.hash === now.hash, `${before} shows ${old.model}, ${old.hash}`);
    }
    check(published.link.includes('model=dftl-published') && !published.link.includes('step='), `the link is ${published.link}`);
});

await test('links and recordings of version 1 keep the defaults that they were made with', async () => {
    const off = (text) => ['off', '0', 'false'].includes(String(text));
    const { page } = await open(tiny);
    const told = () => api(page, () => ({ params: window.ringlet.params(), link: window.ringlet.shareUrl() }));
    let { params, link } = await told();
    check(off(params.sagFree) && Number(params.stiffness) === 5e-8, `sagFree ${params.sagFree}, stiffness ${params.stiffness}`);
    check(link.includes('v=4') && /sagFree=(off|0|false)/.test(link), `the link is ${link}`);
    await api(page, () => window.ringlet.load('straight', { strands: 60, particles: 8, hairsDrawn: 60 }));
    ({ params } = await told());
    check(!off(params.sagFree) && Number(params.stiffness) === 1e-7, `now sagFree ${params.sagFree}, stiffness ${params.stiffness}`);
    const file = JSON.parse(await api(page, () => { const r = window.ringlet; r.record(); r.step(6); return r.stopRecording(); }));
    check(file.v === 4 && file.params.sagFree === undefined, `recorded as version ${file.v}, sagFree ${file.params.sagFree}`);
    await api(page, (text) => window.ringlet.replay(text), JSON.stringify({ ...file, v: 1 }));
    ({ params } = await told());
    check(off(params.sagFree), `a recording of version 1 plays with sagFree ${params.sagFree}`);
});

await test('links of version 2 say nothing of friction of hair in hair, and have none; other models keep their own', async () => {
    const small = 'scene=straight&strands=60&particles=8&hairsDrawn=60';
    const { page } = await open(`#v=2&${small}`);
    const friction = async (fragment) => {
        await follow(page, fragment);
        return Number(await api(page, () => window.ringlet.params().hairFriction));  // of super-helix: what hairSlidingFriction was called
    };
    for (const [fragment, wanted] of [[`#v=2&${small}`, 0], [`#v=2&${small}&hairFriction=60`, 60], [`#v=3&${small}`, 800], [`#${small}`, 800],
        [`#v=2&${small}&model=super-helix`, 1e-5], [`#v=3&${small}&model=super-helix`, 1e-5], [`#v=2&${small}&model=super-helix&hairFriction=0.25`, 0.25], [`#v=3&${small}&model=super-helix&hairSlidingFriction=0.25`, 0.25]]) {
        const is = await friction(fragment);
        check(is === wanted, `${fragment}: ${is} instead of ${wanted}`);
    }
});

await test('links of version 3 that have strands meet mean 2 mm; now the groom says how near', async () => {
    const small = 'scene=straight&strands=60&particles=8&hairsDrawn=60';
    const { page } = await open(`#v=3&${small}`);
    for (const [fragment, wanted] of [[`#v=3&${small}&model=super-helix&hairContact=1`, -1], [`#v=3&${small}&hairContact=1`, 0.002],
        [`#v=3&${small}&hairContact=1&hairDiameter=0.001`, 0.001], [`#v=3&${small}`, 0],
        [`#v=4&${small}&hairContact=1`, 0], [`#v=3&${small}&model=dftl-published&pairRepulsion=500`, 0.002]]) {
        await follow(page, fragment);
        const is = await api(page, () => Number(window.ringlet.params().hairDiameter ?? -1));
        check(is === wanted, `${fragment}: ${is} instead of ${wanted}`);
        // Published strands, whose tiles are wider there than pairs of segments are answered, meet on the page too.
        const { frames, resets } = await api(page, () => { const r = window.ringlet; r.pause(); r.reset(); r.step(6); return r.stats(); });
        check(frames === 6 && resets === 0, `${fragment}: ${frames} frames, ${resets} resets`);
    }
});

await test('the published method is one choice of the page, with the points of its paper', async () => {
    const { page } = await open(tiny);
    const choose = (name) => api(page, (value) => {
        const select = document.getElementById('model');
        select.value = value;
        select.dispatchEvent(new Event('change'));
    }, name);
    const shown = () => api(page, () => ({
        model: window.ringlet.state().model, points: !document.getElementById('explained').hidden,
        rows: [...document.querySelectorAll('#parameters [data-parameter]')].map((one) => one.dataset.parameter),
    }));
    await choose('dftl-published');
    await until(page, () => !document.getElementById('explained').hidden);
    const published = await shown();
    check(published.model === 'dftl-published' && published.rows.includes('compliance') && !published.rows.includes('stiffness'), published.rows.join(' '));
    await api(page, () => document.querySelector('[data-show="targets"]').click());
    check(await api(page, () => window.ringlet.state().show.targets), 'the targets are not shown');
    await choose('elastic-strand');
    await until(page, () => document.getElementById('explained').hidden);
    const strand = await shown();
    check(strand.model === 'elastic-strand' && strand.rows.includes('stiffness') && !strand.rows.includes('compliance') && !strand.rows.includes('step'), strand.rows.join(' '));
});

await test('a slider that moves is heard at once and does not ask for the whole state each time', async () => {
    const { page } = await open(tiny, { ...t.modest, fresh: true });
    await api(page, () => window.ringlet.pause());
    const [asked, set] = await api(page, () => {
        const input = document.querySelector('#wind-controls [data-parameter="windSpeed"] input[type=range]'), { parse } = JSON;
        let asked = 0;
        JSON.parse = (text, ...rest) => {
            asked += text.includes('pictureChanged') ? 1 : 0;
            return parse(text, ...rest);
        };
        for (let place = 400; place <= 500; ++place) {
            input.value = place;
            input.dispatchEvent(new Event('input', { bubbles: true }));
        }
        JSON.parse = parse;
        return [asked, Number(window.ringlet.params().windSpeed)];
    });
    check(set > 1, `the wind blows at ${set} m/s`);
    check(asked === 0, `for 101 moves the whole state was asked for ${asked} times`);
    // What follows from it comes with the next look at the state: the address, and the same control elsewhere.
    await until(page, () => location.hash.includes('windSpeed='));
});

await t.finish();
