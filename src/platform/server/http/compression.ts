import { constants } from 'node:zlib'
import type { FastifyCompressOptions } from '@fastify/compress'
import type { Route } from '#platform/api/route.ts'

/**
 * How answers are compressed. Brotli 1 makes 2.9 kB of a list of 14 kB in 45 us, gzip 3 makes 2.8 kB in 60 us; brotli 3 takes
 * 90 us for a tenth fewer bytes. What fits into one packet of the network is sent as it is. Up to 64 kB it is done at once, which
 * costs less in all than a stream through another thread.
 */
export const compression = {
  encodings: ['br', 'gzip'],
  threshold: 1400,
  syncThreshold: 65_536,
  brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } },
  zlibOptions: { level: 3 },
  customTypes: /^(?:text\/(?:html|csv)|application\/(?:problem\+)?jsonl?)(?:;|$)/,
} as const satisfies FastifyCompressOptions

/** Media types of files that are made for the answer; stored ones are compressed by their formats, and read by ranges. */
const compressibleFiles = /^(?:application\/json|text\/html)$/

/**
 * What a route's answers are compressed with. False for streams, stored files and answers with secrets: the size of a
 * compressed answer tells whether text that somebody else chose repeats a secret beside it (BREACH).
 */
export function compressionOf(route: Pick<Route, 'answer' | 'mediaType' | 'unkeyed' | 'holdsSecrets'>) {
  const { answer, mediaType = '', unkeyed, holdsSecrets } = route
  if (holdsSecrets || unkeyed === 'secretAnswer') return false
  if (answer === 'zip' || answer === 'eventStream' || answer === 'redirect') return false
  return answer !== 'file' || compressibleFiles.test(mediaType) ? compression : false
}
