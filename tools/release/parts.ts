import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { bundledPackages } from '../bundled-packages.ts'
import type { Content } from './content.ts'

interface Component {
  readonly 'bom-ref': string
  readonly name: string
  readonly properties?: readonly { readonly name: string; readonly value: string }[]
}

/** What `cyclonedx-npm` writes, as far as it is read here. */
interface Bom {
  readonly metadata: { readonly tools: { readonly components: readonly Component[] }; readonly component: Component }
  readonly components: readonly Component[]
  readonly dependencies: readonly { readonly ref: string; readonly dependsOn?: readonly string[] }[]
}

/** The icons of the pages are drawn from its paths, which `npm run icons` copied. */
const copied = ['node_modules/@iconify-json/tabler']

export const pathOf = ({ properties = [] }: Component) =>
  properties.find(({ name }) => name === 'cdx:npm:package:path')?.value ?? ''

/** The packages of which something is in the archive, by their folders: bundled, copied, or as folders of their own. */
function packagesIn(content: readonly Content[]): Set<string> {
  const bundled = (['pages', 'server'] as const).flatMap(
    (build) => JSON.parse(readFileSync(bundledPackages(build), 'utf8')) as string[],
  )
  const folders = content.flatMap(({ name }) => /^dist\/server\/(node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(name)?.[1] ?? [])
  return new Set([...bundled, ...folders, ...copied])
}

/** The archive's list of parts by CycloneDX 1.6: of the packages in the lock, those that the archive has something of. */
export function listOfParts(root: string, content: readonly Content[]): string {
  const options = ['--package-lock-only', '--flatten-components', '--spec-version', '1.6', '--output-reproducible', '--validate']
  const script = join(root, 'node_modules/@cyclonedx/cyclonedx-npm/bin/cyclonedx-npm-cli.js')
  const written = execFileSync(process.execPath, [script, ...options], { cwd: root, encoding: 'utf8', maxBuffer: 1 << 26 })
  const bom = JSON.parse(written) as Bom
  const packages = packagesIn(content)
  const components = bom.components.filter((each) => packages.delete(pathOf(each)))
  if (packages.size > 0)
    throw new Error(`The archive has parts of packages that the lock does not name: ${[...packages].join(', ')}`)
  const refs = new Set([bom.metadata.component, ...components].map((each) => each['bom-ref']))
  const dependencies = bom.dependencies
    .filter(({ ref }) => refs.has(ref))
    .map(({ ref, dependsOn = [] }) => ({ ref, dependsOn: dependsOn.filter((each) => refs.has(each)) }))
  // npm is not of the release: each machine has its own version.
  const tools = { components: bom.metadata.tools.components.filter(({ name }) => name !== 'npm') }
  return `${JSON.stringify({ ...bom, metadata: { ...bom.metadata, tools }, components, dependencies }, null, 2)}\n`
}
