import { readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { negotiate } from '@fastify/accept-negotiator'

/** A file of the built pages, as it is sent. */
export interface KeptAsset {
  readonly content: Buffer
  readonly mediaType: string
  /** Null for what compresses no further. */
  readonly encoding: 'br' | 'gzip' | null
}

const encodings: ('br' | 'gzip')[] = ['br', 'gzip']
const suffixes = { br: '.br', gzip: '.gz' } as const

/** What pages are made of. Fonts are compressed in themselves. */
const mediaTypes: Readonly<Record<string, string>> = {
  '.js': 'application/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.woff2': 'font/woff2',
}

/**
 * Keeps hashed files in memory once they have been asked for, 2 MB at most: a page loads twenty of them, and reading a file for
 * each answer takes three times the processor time. Returns null for what is sent from its folder: other files, and a script or
 * style for a browser without compression or before it is compressed, which may happen while the portal runs.
 */
export function keepAssets(folder: string): (path: string, accepted: string | undefined) => Promise<KeptAsset | null> {
  const kept = new Map<string, Buffer>()
  const read = async (path: string) => {
    const known = kept.get(path)
    if (known) return known
    const content = await readFile(join(folder, path)).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error
    })
    if (content) kept.set(path, content)
    return content
  }
  return async (path, accepted = '') => {
    const mediaType = mediaTypes[extname(path)]
    if (!mediaType) return null
    const isFont = mediaType === 'font/woff2'
    const encoding = isFont ? null : negotiate(accepted.toLowerCase(), encodings)
    if (!isFont && !encoding) return null
    const content = await read(encoding ? path + suffixes[encoding] : path)
    return content ? { content, mediaType, encoding } : null
  }
}
