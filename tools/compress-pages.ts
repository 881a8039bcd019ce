// Compresses the built pages: node tools/compress-pages.ts writes .br and .gz beside what compresses in dist/web.
import { readdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const brotli = promisify(brotliCompress)
const gzipped = promisify(gzip)

/** Compresses scripts, styles and drawings once, so that no request pays for it. A running server may send from the folder. */
export async function compressPages(folder: string): Promise<void> {
  const compress = async (path: string) => {
    const content = await readFile(path)
    const [br, gz] = await Promise.all([
      brotli(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }),
      gzipped(content, { level: 9 }),
    ])
    await Promise.all([put(`${path}.br`, br), put(`${path}.gz`, gz)])
  }
  const files = (await readdir(folder, { recursive: true, withFileTypes: true })).filter(
    (entry) => entry.isFile() && /\.(m?js|css|svg)$/.test(entry.name),
  )
  await Promise.all(files.map((entry) => compress(join(entry.parentPath, entry.name))))
}

/** Nobody sees half a file, whenever this is stopped. */
async function put(path: string, content: Buffer): Promise<void> {
  await writeFile(`${path}.part`, content)
  await rename(`${path}.part`, path)
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await compressPages(join(import.meta.dirname, '../dist/web'))
