// Writes dist/passerelle-VERSION.tar.gz from what was built, its list of parts and SHA256SUMS: `npm run release` builds first.
// With RELEASE_KEY, the private key of minisign, it signs the sums. `--archive` writes the archive alone, which takes nothing but
// what building takes: so does the image.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { productVersion } from '#platform/server/version.ts'
import { install } from './bootstrap.mjs'
import { releaseContent } from './release/content.ts'
import { faultsOfNotes } from './release/notes.ts'
import { pack } from './release/pack.ts'
import { listOfParts } from './release/parts.ts'

const root = join(import.meta.dirname, '..')
const faults = faultsOfNotes(root, productVersion)
if (faults.length > 0) {
  process.stderr.write(`${faults.join('\n')}\n`)
  process.exit(1)
}
const dist = join(root, 'dist')
const product = `passerelle-${productVersion}`
const [archive, parts] = [`${product}.tar.gz`, `${product}.cdx.json`]
const content = releaseContent(root)
await pack(join(dist, archive), product, content)
process.stdout.write(
  `${join(dist, archive)}: ${content.length} files, ${(statSync(join(dist, archive)).size / 1_000_000).toFixed(1)} MB\n`,
)
if (parseArgs({ options: { archive: { type: 'boolean' } } }).values.archive) process.exit(0)

install()
writeFileSync(join(dist, parts), listOfParts(root, content))
const sumOf = (name: string) =>
  createHash('sha256')
    .update(readFileSync(join(dist, name)))
    .digest('hex')
// A signature of other sums would stand beside these.
rmSync(join(dist, 'SHA256SUMS.minisig'), { force: true })
writeFileSync(join(dist, 'SHA256SUMS'), [archive, parts].map((name) => `${sumOf(name)}  ${name}\n`).join(''))
const { RELEASE_KEY: key } = process.env
if (key) {
  const comment = `passerelle ${productVersion}`
  execFileSync('minisign', ['-S', '-s', key, '-m', 'SHA256SUMS', '-t', comment], { cwd: dist, stdio: 'inherit' })
}
process.stdout.write(`${parts} and SHA256SUMS${key ? ', signed' : ', not signed: RELEASE_KEY names the private key'}\n`)
