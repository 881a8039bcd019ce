// Runs a package's program with Node 24 after installing changes: `node tools/run.mjs vitest/vitest.mjs watch`.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { install } from './bootstrap.mjs'
import { environment, root } from './node24.mjs'

const node = install()
const [script, ...args] = process.argv.slice(2)
const child = spawn(node, [join(root, 'node_modules', script), ...args], { cwd: root, env: environment(node), stdio: 'inherit' })
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal))
child.on('exit', (code, signal) => process.exit(signal ? 1 : (code ?? 1)))
