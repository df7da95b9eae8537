/** Compression of long answers by `reply.compress`. Bodies of requests are never decompressed. */
import { constants } from 'node:zlib';
import compress from '@fastify/compress';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Refusal } from './refusal.ts';

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

/** @throws Refusal 415 for a body that says it is compressed, whether it is or not */
export function refuseCompressedBody({ headers }: FastifyRequest): void {
  if ((headers['content-encoding'] ?? 'identity').trim().toLowerCase() !== 'identity')
    throw new Refusal('unsupported_body');
}
