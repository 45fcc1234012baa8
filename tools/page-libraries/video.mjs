// What the page needs of mediabunny, which writes video files from what the browser encodes; bundled by tools/build-site.
export { BufferTarget, CanvasSource, getFirstEncodableVideoCodec, Mp4OutputFormat, Output, WebMOutputFormat } from 'mediabunny';
