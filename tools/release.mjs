// npm run release: writes dist/passerelle-VERSION.tar.gz, which runs without an installation or a build.
import { spawnSync } from 'node:child_process'
import { environment, root } from './node24.mjs'
import { build, buildServer, install } from './bootstrap.mjs'

const node = install({ onlyToRun: true })
build(node)
buildServer(node)
const { status } = spawnSync(node, ['tools/release.ts'], { cwd: root, env: environment(node), stdio: 'inherit' })
process.exit(status ?? 1)
