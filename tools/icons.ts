// Copies the icons that pages import from the package into one file: npm run icons writes src/platform/web/ui/icons.ts.
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { icons, info } from '@iconify-json/tabler'

const root = join(import.meta.dirname, '..')
export const iconFile = join(root, 'src/platform/web/ui/icons.ts')

/** Names that pages import from the file, sorted. */
function importedIcons(): string[] {
  const names = globSync('src/**/web/**/*.{ts,tsx}', { cwd: root }).flatMap((file) => {
    const source = readFileSync(join(root, file), 'utf8')
    return [...source.matchAll(/import \{([^}]*)\} from '[^']*\/icons\.ts'/g)].flatMap(([, list = '']) =>
      list.split(',').map((each) => each.trim()),
    )
  })
  return [...new Set(names)].filter((name) => name !== '').sort()
}

/** The lines of an icon such as `IconArrowUp`. Throws if the package has none of that name, or fills areas of it. */
function linesOf(name: string): string[] {
  const key = name
    .slice('Icon'.length)
    .replace(/(?<=[a-z])(?=[A-Z0-9])|(?<=[0-9])(?=[A-Z])/g, '-')
    .toLowerCase()
  const body = icons.icons[key]?.body
  if (body === undefined) throw new Error(`@iconify-json/tabler has no icon ${key} for ${name}`)
  const lines = [...body.matchAll(/<path [^>]*?\bd="([^"]+)"/g)].map(([, line = '']) => line)
  const isOfLines = body.includes('stroke="currentColor"') && !/<(?!\/?g|path)|fill="(?!none)|transform|opacity/.test(body)
  if (lines.length === 0 || !isOfLines) throw new Error(`${key} is not drawn by lines alone`)
  return lines
}

/** A declaration, in Biome's format. */
function declarationOf(name: string): string {
  const lines = linesOf(name).map((line) => `'${line}'`)
  const short = `export const ${name} = icon(${lines.join(', ')})\n`
  return short.length <= 131 ? short : `export const ${name} = icon(\n${lines.map((line) => `  ${line},\n`).join('')})\n`
}

/** The text of the file. */
export function iconModule(): string {
  return `// Written by tools/icons.ts from Tabler Icons ${info.version}, MIT licence, copyright (c) 2020-2026 Paweł Kuna.
import { icon } from './icon.tsx'

${importedIcons().map(declarationOf).join('')}`
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) writeFileSync(iconFile, iconModule())
