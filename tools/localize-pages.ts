import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import compile from 'icu-minify/compile'
import { defaultReading, type Reading, readingName, readings, writtenIn } from '../src/platform/domain/languages.ts'
import { typeset } from '../src/platform/domain/typesetting.ts'
import { textFor } from '../src/platform/messages/catalogue.ts'
import type { Catalogues } from '../src/platform/messages/texts.ts'

/**
 * What stands for a message in the built pages until they are written out for each reading: its text, within a string; or, as a
 * string of its own, its compiled text, the language of its text, or that as the `lang` attribute of what holds it.
 */
export type MarkKind = 'text' | 'compiled' | 'language' | 'lang'

/** `folder` is that of the messages below `src`. */
export const markOf = (kind: MarkKind, folder: string, key: string) => `@@${kind}:${folder}#${key}@@`

const ownString = /(["'`])@@(compiled|language|lang):([^@#]+)#(\w+)@@\1/g
const anyMark = /@@(text|compiled|language|lang):/
const withinString = /@@text:([^@#]+)#(\w+)@@/g

/** A text as it may stand in a string of JavaScript, whatever its quotes. */
const inString = (text: string) =>
  JSON.stringify(text)
    .slice(1, -1)
    .replace(/['`]|\$\{/g, '\\$&')

const inHtml = (text: string) => text.replace(/[&<>"]/g, (char) => `&#${char.charCodeAt(0)};`)

/** A built file with the texts of one reading. Throws on a message that the catalogues lack. */
export function withTexts(code: string, catalogues: ReadonlyMap<string, Catalogues>, reading: Reading, isHtml = false): string {
  const find = (folder: string, key: string) => {
    const from = catalogues.get(folder)
    const found = from && textFor(from, key, reading)
    if (!found) throw new Error(`${folder} has no message ${key}`)
    // A quoted text stays to the letter.
    return found.isQuoted ? found : { ...found, text: typeset(found.text) }
  }
  const page = writtenIn(reading)
  return code
    .replace(ownString, (_, _quote, kind: MarkKind, folder: string, key: string) => {
      const { text, language } = find(folder, key)
      if (kind === 'compiled') return JSON.stringify(compile(text))
      if (kind === 'language') return JSON.stringify(language)
      return language === page ? 'void 0' : JSON.stringify(language)
    })
    .replace(withinString, (_, folder: string, key: string) => {
      const { text } = find(folder, key)
      const compiled = compile(text)
      if (typeof compiled !== 'string') throw new Error(`${folder}#${key} has values in one language and none in another`)
      return isHtml ? inHtml(compiled) : inString(compiled)
    })
}

const scriptName = /([\w.-]*-[\w-]{8}\.js)/g

/** The scripts that hold no text and lead to none: the same for every reading. */
function scriptsWithoutTexts(scripts: ReadonlyMap<string, string>): ReadonlySet<string> {
  const leadsTo = new Map<string, string[]>()
  for (const [name, code] of scripts) {
    const names = [...code.matchAll(scriptName)].map(([, other = '']) => other)
    leadsTo.set(
      name,
      [...new Set(names)].filter((other) => other !== name && scripts.has(other)),
    )
  }
  const same = new Set([...scripts].filter(([, code]) => !anyMark.test(code)).map(([name]) => name))
  for (let before = -1; before !== same.size; ) {
    before = same.size
    for (const name of same) if (leadsTo.get(name)?.some((other) => !same.has(other))) same.delete(name)
  }
  return same
}

/** What the page's root element says of a reading. */
const attributesOf = (reading: Reading) => `lang="${writtenIn(reading)}" data-reading="${readingName(reading)}"`

interface Built {
  readonly file: string
}

/**
 * Writes the built pages of a folder once for each reading: `index.<reading>.html`, its manifest, and the scripts with texts in a
 * folder of their own, whose name changes with the texts, since browsers keep them for ever.
 */
export function localizePages(folder: string, catalogues: ReadonlyMap<string, Catalogues>): void {
  const assets = join(folder, 'assets')
  const scripts = new Map(
    readdirSync(assets)
      .filter((name) => name.endsWith('.js'))
      .map((name) => [name, readFileSync(join(assets, name), 'utf8')]),
  )
  const same = scriptsWithoutTexts(scripts)
  const index = readFileSync(join(folder, 'index.html'), 'utf8')
  const manifest = JSON.parse(readFileSync(join(folder, '.vite/manifest.json'), 'utf8')) as Record<string, Built>
  for (const reading of readings) {
    const localized = [...scripts].filter(([name]) => !same.has(name))
    const texts = new Map(localized.map(([name, code]) => [name, withTexts(code, catalogues, reading)]))
    const print = createHash('sha256')
      .update([...texts.values()].join('\0'))
      .digest('base64url')
      .slice(0, 8)
    const own = `${readingName(reading)}-${print}`
    const pathOf = (name: string) => (texts.has(name) ? `assets/${own}/${name}` : `assets/${name}`)
    const moved = (code: string) => code.replace(/assets\/([\w.-]+\.js)/g, (_, name: string) => pathOf(name))
    mkdirSync(join(assets, own), { recursive: true })
    for (const [name, code] of texts) {
      const imports = moved(code).replace(/(["'`])\.\/([\w.-]+\.js)\1/g, (whole, quote, other: string) =>
        same.has(other) ? `${quote}../${other}${quote}` : whole,
      )
      writeFileSync(join(assets, own, name), imports)
    }
    const page = withTexts(moved(index), catalogues, reading, true)
      // The source of the page is in the default reading.
      .replace(attributesOf(defaultReading), attributesOf(reading))
    writeFileSync(join(folder, `index.${readingName(reading)}.html`), page)
    const entries = Object.entries(manifest).map(([key, entry]) => [key, { ...entry, file: moved(entry.file) }])
    writeFileSync(join(folder, `.vite/manifest.${readingName(reading)}.json`), JSON.stringify(Object.fromEntries(entries)))
  }
  for (const name of scripts.keys()) if (!same.has(name)) rmSync(join(assets, name))
  rmSync(join(folder, 'index.html'))
  rmSync(join(folder, '.vite/manifest.json'))
}
