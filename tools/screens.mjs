// Screenshots of every page of the sample world into screens/: all roles, light and dark, phone and desktop.
import { spawnSync } from 'node:child_process'
import { environment, root } from './node24.mjs'
import { build, install } from './bootstrap.mjs'

const node = install()
build(node)
const { status } = spawnSync(node, ['tools/screens.ts', ...process.argv.slice(2)], {
  cwd: root,
  env: environment(node),
  stdio: 'inherit',
})
process.exit(status ?? 1)
