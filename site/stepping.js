// Steps many frames in slices, so that the page lives meanwhile.

const slice = 25;  // ms of stepping between two looks at what else is to be done

// Lets pictures and input have their turn. A timer would wait a second in a hidden page.
export const breathe = () => new Promise((done) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => { port1.close(); done(); };
    port2.postMessage(0);
});

export class Stepping {
    constructor(engine, refresh) {
        Object.assign(this, { engine, refresh });
        this.last = null;     // the promise of the last steps in slices; null when none are under way
        this.changes = 0;     // times that a command took the hair elsewhere
        engine.tookOver = () => ++this.changes;
    }

    // A promise, kept when all `frames` are done. Up to `atOnce` of them are done before
    // this returns, unless others are still under way: they come first.
    run(frames, atOnce) {
        if (!this.last && frames <= atOnce) {
            this.step(frames);
            this.refresh();
            return Promise.resolve();
        }
        const begun = this.changes;
        const mine = (this.last ?? Promise.resolve()).then(() => this.inSlices(frames, begun));
        this.last = mine;
        mine.catch(() => { /* whoever waits for it is told */ }).then(() => { if (this.last === mine) this.last = null; });
        return mine;
    }

    async inSlices(frames, begun) {
        for (let done = 0; done < frames;) {
            if (this.changes !== begun) throw new Error(`the steps were ended after ${done} of ${frames} frames: the hair was set playing or set up anew`);
            const end = performance.now() + slice;
            do this.step(1); while (++done < frames && performance.now() < end);
            await breathe();
        }
        this.refresh();
    }

    step(frames) {
        const problem = this.engine.command('step', frames);
        if (problem) throw new Error(problem);
    }
}
