// Runs a package's program, or one of this checkout, with Node 24 after installing changes:
// `node tools/run.mjs vitest/vitest.mjs run`.
// A program of the server gets the flags and the environment of its commands:
// `node tools/run.mjs src/portal/server/operator/operate.ts users`.
import { join } from 'node:path'
import { install } from './bootstrap.mjs'
import { become, commandFlags, environment, root, safeForWebAssembly, serverEnvironment } from './node24.mjs'

const [script, ...args] = process.argv.slice(2)
const isServers = script.startsWith('src/')
const node = install({ onlyToRun: isServers || script === 'tools/release.ts' })
const path = /^(src|tools|bench)\//.test(script) ? join(root, script) : join(root, 'node_modules', script)
const flags = isServers ? commandFlags : safeForWebAssembly
become(node, [...flags, path, ...args], isServers ? serverEnvironment(node) : environment(node))
