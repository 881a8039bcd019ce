// Runs a built program of the server, with the flags and the environment of a server: `node tools/run-built.mjs main`, or
// `command backup --out FILE`. What a release archive starts with; nothing is installed or built.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { commandFlags, findNode24, root, serverEnvironment, serverFlags } from './node24.mjs'

const [program = 'main', ...given] = process.argv.slice(2)
const node = findNode24()
if (!node) {
  process.stderr.write(
    `Passerelle needs Node 24 or newer; this is ${process.version}. On Linux, "npm install" puts one beside the portal.\n`,
  )
  process.exit(1)
}
const args = [...(program === 'main' ? serverFlags() : commandFlags), join(root, 'dist/server', `${program}.js`), ...given]
process.chdir(root)
// The same process goes on, so that signals reach the server and no second Node stays in memory.
if (process.execve && process.platform !== 'win32') process.execve(node, [node, ...args], serverEnvironment(node))
const child = spawn(node, args, { env: serverEnvironment(node), stdio: 'inherit' })
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
child.on('exit', (code, signal) => process.exit(signal ? 1 : (code ?? 1)))
