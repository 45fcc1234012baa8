// Films a clip at a fixed rate, whatever the device's speed: time stands while a picture is drawn in every detail, and
// goes on by one picture's time.
import { download, notice, progress, sentence } from './notices.js';
import { breathe } from './stepping.js';

const byId = (id) => document.getElementById(id);
const rate = 30, framesAPicture = 2, bitsAPixel = 0.25;
const codecs = ['avc', 'vp9', 'vp8', 'av1'];  // what most other programs read comes first

// Draws the picture in every detail. It is on the canvas until the turn ends.
export async function wholePicture(engine) {
    engine.command('redraw', 'kept');
    do {
        await breathe();
        if (byId('view').getContext('webgl2').isContextLost()) throw new Error('the graphics driver has taken the picture away');
        engine.frame(performance.now());
    } while (engine.query('state').keeping);
}

// The canvas alone, with the hair in the middle, while `work` draws pictures that are kept: one such at a time.
export async function alone(engine, page, work) {
    if (page.clean) return notice('Another picture or clip is being made.');
    page.clean = true;
    page.layOut();
    try {
        await work();
    } finally {
        page.clean = false;
        engine.command('redraw');  // and time goes on
        page.layOut();
    }
}

export class Film {
    constructor(engine, page) {
        Object.assign(this, { engine, page });
        for (const seconds of [2, 5, 10, 30]) byId('clip-seconds').append(new Option(`${seconds} s`, seconds));
        byId('clip-seconds').value = 5;
        byId('save-clip').addEventListener('click', () => this.start(Number(byId('clip-seconds').value)));
    }

    async start(seconds) {
        const { scene, playing } = this.engine.query('state');
        byId('share-dialog').close();
        await alone(this.engine, this.page, async () => {
            this.running = true;
            try {
                const clip = await this.clip(seconds);
                if (clip) download(`ringlet-${scene}.${clip.extension}`, clip.blob);
            } catch (error) {
                notice(sentence(`the clip could not be made: ${error.message}`));
            } finally {
                this.running = false;
                this.page.act(playing ? 'play' : 'pause');
            }
        });
    }

    // The clip's file, or null where it holds no picture.
    async clip(seconds) {
        const canvas = byId('view'), opened = await this.open(canvas);
        if (!opened) return liveClip(canvas, seconds, this.page);
        const { output, source } = opened, all = Math.round(seconds * rate);
        let picture = 0, stopped = false;
        const bar = progress('Filming', () => (stopped = true), 'Stop here');
        try {
            for (; picture < all && !stopped; ++picture) {
                bar.set(picture / all, `Filming: ${(picture / rate).toFixed(1)} of ${seconds} s`);
                const problem = this.engine.command('step', framesAPicture);
                if (problem) throw new Error(problem);
                await wholePicture(this.engine);
                await source.add(picture / rate, 1 / rate);
            }
            if (!picture) return null;
            await output.finalize();
        } finally {
            bar.end();
            if (output.state !== 'finalized') await output.cancel();
        }
        return { blob: new Blob([output.target.buffer], { type: output.format.mimeType }), extension: output.format.fileExtension.slice(1) };
    }

    // What encodes pictures of that size; null where the browser, or the page as it was built, cannot.
    async open(canvas) {
        await wholePicture(this.engine);  // and the canvas has its size
        const video = self.VideoEncoder && await import('./video.mjs').catch(() => null);
        if (!video?.Output) return null;
        const even = (pixels) => 2 * Math.floor(pixels / 2), width = even(canvas.width), height = even(canvas.height);  // as H.264 needs
        const codec = await video.getFirstEncodableVideoCodec(codecs, { width, height });
        if (!codec) return null;
        const output = new video.Output({ format: codec === 'avc' ? new video.Mp4OutputFormat() : new video.WebMOutputFormat(), target: new video.BufferTarget() });
        const source = new video.CanvasSource(canvas, {
            codec, bitrate: Math.round(width * height * rate * bitsAPixel),
            transform: { width, height }, sizeChangeBehavior: 'contain',
        });
        output.addVideoTrack(source, { frameRate: rate });
        await output.start();
        return { output, source };
    }
}

// Where pictures cannot be encoded one by one: what is seen meanwhile, at the device's own speed.
async function liveClip(canvas, seconds, page) {
    const type = ['video/mp4', 'video/webm;codecs=vp9', 'video/webm'].find((one) => self.MediaRecorder?.isTypeSupported(one));
    if (!type || !canvas.captureStream) throw new Error('this browser cannot encode video');
    notice('This browser cannot encode pictures one by one: the clip is filmed as fast as the hair moves here.');
    page.engine.command('redraw');
    page.engine.command('play');
    for (let i = 0; i < 2; ++i) await new Promise(requestAnimationFrame);  // the first takes long where it was seen in all detail
    const parts = [], recorder = new MediaRecorder(canvas.captureStream(rate), { mimeType: type, videoBitsPerSecond: 8e6 });
    recorder.addEventListener('dataavailable', (event) => event.data.size && parts.push(event.data));
    const ended = new Promise((done) => recorder.addEventListener('stop', done));
    const stop = () => recorder.state === 'recording' && recorder.stop();
    const bar = progress('Filming', stop, 'Stop here'), began = performance.now();
    const told = setInterval(() => {
        const part = (performance.now() - began) / 1000 / seconds;
        bar.set(part);
        if (part >= 1) stop();
    }, 100);
    recorder.start(500);
    await ended;
    clearInterval(told);
    bar.end();
    return parts.length ? { blob: new Blob(parts, { type }), extension: type.includes('webm') ? 'webm' : 'mp4' } : null;
}
