/** Whoever sends what may be long packs it with `reply.compress`; short answers are not even asked about. */
import { constants } from 'node:zlib';
import compress from '@fastify/compress';
import type { FastifyInstance } from 'fastify';

/** Bytes, or letters. A month's list of 120 houses is 38 kB of JSON and 8 kB packed. */
export const worthPacking = 2_048;

/** At its fastest, Brotli takes half to three quarters of gzip's time for about as much. Browsers ask for it over TLS. */
export const brotli = { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } };

/** The client's own files lie packed on the disk. */
export function addCompression(app: FastifyInstance): void {
  void app.register(compress, {
    global: false,
    globalDecompression: false,
    encodings: ['br', 'gzip'],
    threshold: worthPacking,
    // Below, to pack at once takes the main thread less than a stream would: the megabyte 2 ms.
    syncThreshold: 1_048_576,
    brotliOptions: brotli,
    zlibOptions: { level: constants.Z_BEST_SPEED },
  });
}
