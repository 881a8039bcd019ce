// npm run db:types: writes the row types of the migrated schema to src/server/db/schema.ts.
import { spawnSync } from 'node:child_process'
import { environment, root, safeForWebAssembly } from './node24.mjs'
import { install } from './bootstrap.mjs'

const node = install()
const { status } = spawnSync(node, [...safeForWebAssembly, 'tools/db-types.ts'], {
  cwd: root,
  env: environment(node),
  stdio: 'inherit',
})
process.exit(status ?? 1)
