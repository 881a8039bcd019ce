// npm run test:watch: runs tests again at each change, of the files that are named or, without any, of what is changed.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { install } from './bootstrap.mjs'
import { environment, root } from './node24.mjs'

const node = install()
const files = process.argv.slice(2)
// Vitest takes a word after --changed as the commit to compare with.
const which = files.length > 0 ? files : ['--changed']
const child = spawn(node, [join(root, 'node_modules/vitest/vitest.mjs'), 'watch', ...which], {
  cwd: root,
  env: environment(node),
  stdio: 'inherit',
})
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal))
child.on('exit', (code, signal) => process.exit(signal ? 1 : (code ?? 1)))
