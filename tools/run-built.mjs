// Runs a built program of the server, with the flags and the environment of a server: `node tools/run-built.mjs main`, or
// `command backup --out FILE`. What a release archive starts with; nothing is installed or built.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { become, commandFlags, findNode24, root, serverEnvironment, serverFlags } from './node24.mjs'

const [program = 'main', ...given] = process.argv.slice(2)
const node = findNode24()
if (!node) {
  process.stderr.write(
    `Passerelle needs Node 24 or newer; this is ${process.version}. On Linux, "npm install" puts one beside the portal.\n`,
  )
  process.exit(1)
}
const path = join(root, 'dist/server', `${program}.js`)
if (!existsSync(path)) {
  process.stderr.write(
    `There is no program "${program}": main starts the portal, command, operate and verify-journal work on it.\n`,
  )
  process.exit(1)
}
const flags = program === 'main' ? serverFlags() : commandFlags
become(node, [...flags, path, ...given], serverEnvironment(node))
