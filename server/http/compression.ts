/** Response compression. Request bodies are never decompressed. */
import { constants } from 'node:zlib';
import compress from '@fastify/compress';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Refusal } from './refusal.ts';

/** Minimum size in bytes. The payments of a month with 120 houses are 38 kB of JSON, compressed 8 kB. */
export const compressionThreshold = 2_048;

/** Brotli quality 1 takes 50 to 75 % of gzip's time for about the same size. Browsers need TLS. */
export const brotli = { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } };

export function addCompression(app: FastifyInstance): void {
  void app.register(compress, {
    global: false,
    globalDecompression: false,
    encodings: ['br', 'gzip'],
    threshold: compressionThreshold,
    // Up to this size, synchronous compression blocks the event loop for less time than a stream: 2 ms per
    // megabyte.
    syncThreshold: 1_048_576,
    brotliOptions: brotli,
    zlibOptions: { level: constants.Z_BEST_SPEED },
  });
}

export function refuseCompressedBody({ headers }: FastifyRequest): void {
  if ((headers['content-encoding'] ?? 'identity').trim().toLowerCase() !== 'identity')
    throw new Refusal('unsupported_body');
}
