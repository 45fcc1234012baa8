// What this program and all that it has started have taken of the processors, in seconds: on a machine that others
// use too, time says little.
import { readdirSync, readFileSync } from 'node:fs';

const ticks = 100;  // a second, on Linux

export function processorSeconds() {
    const times = new Map(), parents = new Map();
    for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
        try {
            const fields = readFileSync(`/proc/${pid}/stat`, 'latin1').replace(/^.*\) /s, '').split(' ');
            parents.set(pid, fields[1]);
            times.set(pid, fields.slice(11, 15).reduce((sum, one) => sum + Number(one), 0) / ticks);  // with children that have ended
        } catch { /* it has just ended */ }
    }
    const ours = (pid) => pid === String(process.pid) || (parents.has(pid) && ours(parents.get(pid)));
    return [...times].reduce((sum, [pid, time]) => sum + (ours(pid) ? time : 0), 0);
}
