// Runs a package's program, or one of `tools/`, with Node 24 after installing changes:
// `node tools/run.mjs vitest/vitest.mjs run`.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { install } from './bootstrap.mjs'
import { environment, root, safeForWebAssembly } from './node24.mjs'

const node = install()
const [script, ...args] = process.argv.slice(2)
const path = script.startsWith('tools/') ? join(root, script) : join(root, 'node_modules', script)
const child = spawn(node, [...safeForWebAssembly, path, ...args], { cwd: root, env: environment(node), stdio: 'inherit' })
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal))
child.on('exit', (code, signal) => process.exit(signal ? 1 : (code ?? 1)))
