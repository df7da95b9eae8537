/**
 * What is long enough is packed by the one who sends it, with `reply.compress`: to find out for each answer whether the
 * browser would have it packed takes as long as much else of a short one.
 */
import { constants } from 'node:zlib';
import compress from '@fastify/compress';
import type { FastifyInstance } from 'fastify';

/** Bytes, or letters. A month's list of 120 houses is 38 kB of JSON and 8 kB packed. */
export const worthPacking = 2_048;

/** The client's own files lie packed on the disk. */
export function addCompression(app: FastifyInstance): void {
  void app.register(compress, {
    global: false,
    globalDecompression: false,
    encodings: ['gzip'],
    threshold: worthPacking,
    syncThreshold: 65_536, // below, a stream takes longer than to pack it at once
    zlibOptions: { level: constants.Z_BEST_SPEED },
  });
}
