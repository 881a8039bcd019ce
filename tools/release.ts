// Once the notes of the version are whole, builds and writes dist/passerelle-VERSION.tar.gz, its list of parts and SHA256SUMS.
// With RELEASE_KEY, the private key of minisign, it signs the sums. `--archive` writes the archive alone, which takes nothing but
// what building takes: so does the image.
import { execFileSync, spawnSync } from 'node:child_process'
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
const { archive: isArchiveAlone } = parseArgs({ options: { archive: { type: 'boolean' } } }).values
const faults = faultsOfNotes(root, productVersion)
const isReleased = !isArchiveAlone && !productVersion.includes('-')
if (isReleased && execFileSync('git', ['status', '--porcelain'], { cwd: root, encoding: 'utf8' }) !== '') {
  faults.push('There are changes that no commit has: commit them first.')
}
if (faults.length > 0) {
  process.stderr.write(`${faults.join('\n')}\n`)
  process.exit(1)
}
execFileSync(process.execPath, [join(root, 'tools/build.mjs')], { stdio: 'inherit' })
const dist = join(root, 'dist')
const product = `passerelle-${productVersion}`
const [archive, parts] = [`${product}.tar.gz`, `${product}.cdx.json`]
const content = releaseContent(root)
await pack(join(dist, archive), product, content)
process.stdout.write(
  `${join(dist, archive)}: ${content.length} files, ${(statSync(join(dist, archive)).size / 1_000_000).toFixed(1)} MB\n`,
)
if (isArchiveAlone) process.exit(0)

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
  const { status } = spawnSync('minisign', ['-S', '-s', key, '-m', 'SHA256SUMS', '-t', comment], { cwd: dist, stdio: 'inherit' })
  if (status !== 0) {
    process.stderr.write('The sums are not signed: minisign says why above. `npm run release` signs them once that is mended.\n')
    process.exit(1)
  }
}
process.stdout.write(`${parts} and SHA256SUMS${key ? ', signed' : ', not signed: RELEASE_KEY names the private key'}\n`)
