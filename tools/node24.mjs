import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = dirname(dirname(fileURLToPath(import.meta.url)))

/** The path of Node 24, which runs TypeScript directly: the current one, or the packaged one. */
export function findNode24() {
  if (Number(process.versions.node.split('.')[0]) >= 24) return process.execPath
  const packaged = join(root, 'node_modules', `node-linux-${process.arch}`, 'bin', 'node')
  return existsSync(packaged) ? packaged : null
}

/** A child's environment: Node 24 and the packages' programs first on the path. */
export function environment(node, extra = {}) {
  const path = [dirname(node), join(root, 'node_modules', '.bin'), process.env.PATH].join(
    process.platform === 'win32' ? ';' : ':',
  )
  return { ...process.env, PATH: path, ...extra }
}

/**
 * Flags for processes with the embedded database: with memory protection keys, V8 in Node 24 sometimes loses track of a
 * WebAssembly code page and aborts ("Check failed: jit_page.has_value()"). Other platforms may not know the flag.
 */
export const safeForWebAssembly = process.platform === 'linux' && process.arch === 'x64' ? ['--no-memory-protection-keys'] : []
