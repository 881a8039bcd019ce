// Writes dist/passerelle-VERSION.tar.gz from what was built: `npm run release` builds first.
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { productVersion } from '#platform/server/version.ts'
import { releaseContent } from './release/content.ts'
import { pack } from './release/pack.ts'

const root = join(import.meta.dirname, '..')
const folder = `passerelle-${productVersion}`
const path = join(root, 'dist', `${folder}.tar.gz`)
const content = releaseContent(root)
await pack(path, folder, content)
process.stdout.write(`${path}: ${content.length} files, ${(statSync(path).size / 1_000_000).toFixed(1)} MB\n`)
