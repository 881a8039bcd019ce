import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = dirname(dirname(fileURLToPath(import.meta.url)))

/** Node 24, which runs the portal's TypeScript as it is: this one, or the one that comes with the packages. */
export function findNode24() {
  if (Number(process.versions.node.split('.')[0]) >= 24) return process.execPath
  const packaged = join(root, 'node_modules', `node-linux-${process.arch}`, 'bin', 'node')
  return existsSync(packaged) ? packaged : null
}

/** The environment of a child: Node 24 and the packages' programs first on the path. */
export function environment(node, extra = {}) {
  const path = [dirname(node), join(root, 'node_modules', '.bin'), process.env.PATH].join(
    process.platform === 'win32' ? ';' : ':',
  )
  return { ...process.env, PATH: path, ...extra }
}

/**
 * For processes that run the embedded database: where the processor has memory protection keys, V8 in Node 24 now and then
 * loses track of a page of WebAssembly code and aborts ("Check failed: jit_page.has_value()"). Other systems may not know the
 * option.
 */
export const safeForWebAssembly = process.platform === 'linux' && process.arch === 'x64' ? ['--no-memory-protection-keys'] : []
