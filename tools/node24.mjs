import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = dirname(dirname(fileURLToPath(import.meta.url)))

/** The path of Node 24, which runs TypeScript directly: the current one, or the packaged one. */
export function findNode24() {
  if (Number(process.versions.node.split('.')[0]) >= 24) return process.execPath
  const packaged = join(root, 'node_modules', `node-linux-${process.arch}`, 'bin', 'node')
  return existsSync(packaged) ? packaged : null
}

/**
 * Goes on as Node with these arguments. Where this process cannot become it, so that signals reach it and no second Node stays
 * in memory, it waits for a child.
 */
export function become(node, args, env) {
  process.chdir(root)
  if (process.execve && process.platform !== 'win32') process.execve(node, [node, ...args], env)
  const child = spawn(node, args, { env, stdio: 'inherit' })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  child.on('exit', (code, signal) => process.exit(signal ? 1 : (code ?? 1)))
}

/** A child's environment: Node 24 and the packages' programs first on the path. */
export function environment(node, extra = {}) {
  const path = [dirname(node), join(root, 'node_modules', '.bin'), process.env.PATH].join(
    process.platform === 'win32' ? ';' : ':',
  )
  return { ...process.env, PATH: path, ...extra }
}

/** Written down once for these programs and for the server, which runs a command for each scheduled backup. */
const flags = JSON.parse(readFileSync(join(root, 'tools/command-flags.json'), 'utf8'))

/**
 * Flags for processes with the embedded database: with memory protection keys, V8 in Node 24 sometimes loses track of a
 * WebAssembly code page and aborts ("Check failed: jit_page.has_value()"). Other platforms may not know the flag.
 */
export const safeForWebAssembly = process.platform === 'linux' && process.arch === 'x64' ? flags.webAssembly : []

/** The server as `buildServer` writes it. */
export const builtServer = join(root, 'dist/server/main.js')

/** Machine-independent code that Node keeps of modules it has compiled, for the next start. */
export const compileCache = join(root, '.cache/compiled')

/**
 * Flags of a server that runs for long, on one compiler thread of WebAssembly: each function that the optimizing compiler takes
 * can need 100 MB for a moment, and by default it takes some of the embedded database's during the start, just as they are done.
 * Beside the embedded database the young generation, which grows in a burst of requests and stays, has a quarter of its usual
 * size: 50 MB less after thousands of requests, for the same processor time.
 */
export function serverFlags({ DATABASE_URL } = process.env) {
  const flags = [...safeForWebAssembly, '--wasm-tiering-budget=100000000', '--wasm-num-compilation-tasks=1']
  return DATABASE_URL ? flags : [...flags, '--max-semi-space-size=4']
}

/**
 * Flags of commands that open an embedded database for a minute: without the optimizing compiler they need a third of the memory,
 * for a tenth more time where much is written.
 */
export const commandFlags = [...safeForWebAssembly, ...flags.command]

/**
 * Environment of such a server. By default the C library keeps what each thread has freed for that thread; with few arenas and
 * fixed thresholds it gives memory back to the system.
 */
export function serverEnvironment(node) {
  const { PATH } = environment(node)
  const own = { MALLOC_ARENA_MAX: '2', MALLOC_TRIM_THRESHOLD_: '131072', MALLOC_MMAP_THRESHOLD_: '131072' }
  // What the operator has set wins.
  return { NODE_COMPILE_CACHE: compileCache, ...own, ...process.env, PATH }
}
