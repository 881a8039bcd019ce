// Runs the portal: installs and builds what changed, then starts the server and compresses the pages. The first time, the
// embedded database is made while the server is built, and the pages are built while the server starts: each takes seconds.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { buildPages, buildServer, install } from './bootstrap.mjs'
import { builtServer, root, serverEnvironment, serverFlags } from './node24.mjs'

const node = install({ onlyToRun: true })
const options = process.argv.slice(2)
const env = serverEnvironment(node)
const database = prepareDatabase()
buildServer(node)
if (database) await once(database, 'exit')
const server = spawn(node, [...serverFlags(), builtServer, ...options], {
  cwd: root,
  env: { ...env, PAGES_BEING_BUILT: '1' },
  stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
})
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => server.kill(signal))
process.on('exit', () => server.kill('SIGKILL'))
server.on('exit', (code, signal) => process.exit(signal ? 1 : (code ?? 1)))

buildPages(node)
if (server.connected) server.send('pages built')
const compression = spawn(node, [join(root, 'tools/compress.mjs')], { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] })
process.on('exit', () => compression.kill())

/** Only where there is nothing yet: what is there is the server's to judge. */
function prepareDatabase() {
  const dataDir = process.env.DATA_DIR || (options.includes('--demo') ? './data-demo' : './data')
  if (process.env.DATABASE_URL || existsSync(resolve(root, dataDir))) return null
  const args = [...serverFlags(), join(root, 'tools/prepare-database.ts'), dataDir]
  return spawn(node, args, { cwd: root, env, stdio: 'ignore' })
}
