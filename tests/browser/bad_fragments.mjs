// Fragments that no sound link has: written out, and made from a sound one by
// damage, the same ones every time.
const written = ['#v=1&scene=nosuch', '#scene=helix&curl=', '#%E0%A4%A', '#v=9&scene=helix', '#v=&scene=helix', '#scene=', '#scene=sintel',
    '#scene=straight&strands=-5', '#scene=straight&strands=abc', '#scene=straight&strands=1e999',
    '#scene=helix&camera=1,2', '#scene=helix&camera=1,2,3,4,5,NaN', '#scene=helix&camera=1e9,0,1,0,0,0', '#scene=helix&camera=', '#scene=helix&pose=0,0,0,0,0,0,0',
    '#scene=helix&pose=1,2,3', '#scene=helix&pose=a,b,c,d,e,f,g', '#scene=helix&motion=<b>', '#scene=helix&motion=', '#whatever=1', '#=', '#=1', '#&&&x',
    '#scene=helix&model=nosuch', '#scene=helix&model=', '#scene=helix&record=', '#scene=helix&record=AAAA', '#scene=helix&record=%00', '#scene=helix&record=!!!!',
    '#scene=helix&record=ABC&hash=xyz', '#scene=helix&hash=0123456789abcdef', '#scene=helix&engine=1', '#scene=helix&__proto__=1', '#scene=helix&constructor=1',
    '#scene=helix&toString=1', '#scene=helix&scene%00=1', '#scene=helix&windSpeed=-1', '#scene=helix&windSpeed=1e99', '#scene=helix&windSpeed=NaN',
    '#scene=helix&windGusts=Infinity', '#scene=helix&windHeading=0x10&windSpeed=one', '#scene=helix&hairColour=plaid', '#scene=helix&adapt=maybe',
    '#scene=helix&hairsDrawn=1.5', '#scene=helix&exposure=', '#scene=helix&' + 'x'.repeat(20000), '#scene=' + 'straight'.repeat(50), '#javascript:alert(1)',
    '#<script>alert(1)</script>', '#{"scene":"helix"}', '#scene=helix;motion=nod', '#scene=HELIXES', '#scene=helix&exposure=1,5', '#🙂', '#scene=🙂'];

export function badFragments(count) {
    const all = [...written];
    let seed = 1;
    const random = (n) => (seed = (seed * 1103515245 + 12345) % 2147483648) % n;
    const names = ['windSpeed', 'windGusts', 'windHeading', 'hairGloss', 'hairVariety', 'exposure', 'hairThickness', 'hairsDrawn'];
    const values = ['', ' ', '-', '+-1', '1e', '--1', '1..2', '9e9', '-9e9', '1;2', 'null', 'undefined', '[1]', '%', '%zz', '1%00', 'ä', '\u202e1', '1 2', "'"];
    while (all.length < count) all.push(`#v=1&scene=helix&${names[random(names.length)]}=${values[random(values.length)]}&k${random(1e6)}=1`);
    return all;
}
