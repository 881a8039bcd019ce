import type { Dirent } from 'node:fs'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const brotli = promisify(brotliCompress)
const gzipped = promisify(gzip)

/** Compresses scripts, styles and drawings once, so that no request pays for it. */
export async function compressPages(folder: string): Promise<void> {
  const compress = async ({ parentPath, name }: Dirent) => {
    const path = join(parentPath, name)
    const content = await readFile(path)
    const [br, gz] = await Promise.all([
      brotli(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }),
      gzipped(content, { level: 9 }),
    ])
    await Promise.all([writeFile(`${path}.br`, br), writeFile(`${path}.gz`, gz)])
  }
  const files = (await readdir(folder, { recursive: true, withFileTypes: true })).filter(
    (entry) => entry.isFile() && /\.(m?js|css|svg)$/.test(entry.name),
  )
  // Some machines let a process hold 1024 files open; a file is three here.
  await Readable.from(files).forEach(compress, { concurrency: 32 })
}
