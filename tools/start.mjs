// Runs the portal: installs and builds what changed, then starts the server and compresses the pages. Pages are built while the
// server opens its database: the first time, each takes seconds.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { buildPages, buildServer, install } from './bootstrap.mjs'
import { builtServer, root, serverEnvironment, serverFlags } from './node24.mjs'

const node = install({ onlyToRun: true })
buildServer(node)
const server = spawn(node, [...serverFlags(), builtServer, ...process.argv.slice(2)], {
  cwd: root,
  env: { ...serverEnvironment(node), PAGES_BEING_BUILT: '1' },
  stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
})
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => server.kill(signal))
process.on('exit', () => server.kill('SIGKILL'))
server.on('exit', (code, signal) => process.exit(signal ? 1 : (code ?? 1)))

buildPages(node)
if (server.connected) server.send('pages built')
const compression = spawn(node, [join(root, 'tools/compress.mjs')], { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] })
process.on('exit', () => compression.kill())
