// Development mode: restarts the server on changes and hot-reloads the pages.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { install } from './bootstrap.mjs'
import { environment, root } from './node24.mjs'

const node = install()
const port = process.env.PORT ?? '3000'
const apiPort = String(Number(port) + 1)
const publicUrl = process.env.PUBLIC_URL ?? `http://localhost:${port}`
const demo = process.argv.includes('--demo') ? ['--demo'] : []
/** A new migration is applied at the next start. */
const watched = ['src', 'migrations']
const children = [
  spawn(node, ['--watch', ...watched.flatMap((path) => ['--watch-path', path]), 'src/portal/server/main.ts', ...demo], {
    cwd: root,
    env: environment(node, { PORT: apiPort, PUBLIC_URL: publicUrl }),
    stdio: 'inherit',
  }),
  spawn(node, [join(root, 'node_modules/vite/bin/vite.js'), '--port', port, '--strictPort'], {
    cwd: root,
    env: environment(node, { PORTAL_URL: `http://localhost:${apiPort}` }),
    stdio: 'inherit',
  }),
]
const stop = () => {
  for (const child of children) child.kill('SIGTERM')
}
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, stop)
for (const child of children) {
  child.on('exit', (code) => {
    stop()
    process.exitCode = code ?? 1
  })
}
