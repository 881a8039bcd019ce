import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { openSync } from 'fontkit'
import { expect, test } from 'vitest'
import { cutFont, cuts, fontFolder, latin, unicodeRange, usual } from './fonts.ts'

/** Cutting takes a second or more on a busy machine. */
const timeoutMs = 60_000
const packages = join(import.meta.dirname, '../node_modules')
const charactersOf = (file: string) => new Set(openSync(file).characterSet)

test.each(Object.entries(cuts))(
  '%s is what tools/fonts.ts writes, and has the package’s letters of its range',
  async (name, cut) => {
    const file = join(fontFolder, name)
    expect(readFileSync(file).equals(await cutFont(cut)), 'run: node tools/fonts.ts').toBe(true)
    const has = charactersOf(file)
    const available = charactersOf(join(packages, cut.from))
    expect(cut.points.filter((each) => available.has(each) && !has.has(each))).toEqual([])
    expect(readFileSync(file).length).toBeLessThan(readFileSync(join(packages, cut.from)).length)
    expect(existsSync(join(fontFolder, `${name.split('-')[0]}-licence.txt`))).toBe(true)
  },
  timeoutMs,
)

test('the files of a family have all of Latin between them, and French in the first alone', () => {
  const css = readFileSync(join(fontFolder, '../fonts.css'), 'utf8').replace(/\s+/g, ' ')
  for (const family of ['inter', 'newsreader']) {
    const own = Object.entries(cuts).filter(([name]) => name.startsWith(family))
    expect(own.flatMap(([, { points }]) => points).sort()).toEqual(latin.toSorted())
    expect(own.map(([, { from }]) => from)).toEqual([own[0]?.[1].from, own[0]?.[1].from])
    for (const [name, { points }] of own) {
      expect(css).toContain(`url('./fonts/${name}') format('woff2'); unicode-range: ${unicodeRange(points)};`)
    }
    const first = charactersOf(join(fontFolder, own[0]?.[0] ?? ''))
    expect([...'Éçàœ€’–«»… 0123456789'].filter((each) => !first.has(each.codePointAt(0) ?? 0))).toEqual([])
  }
  expect(unicodeRange(usual)).toMatch(/^U\+0020-007E, U\+00A0, /)
})

test('a face of the pages’ fonts is loaded for its range of letters only', () => {
  const css = readFileSync(join(fontFolder, '../fonts.css'), 'utf8').replace(/,?\s+/g, ',')
  const declared = readFileSync(join(packages, '@fontsource/newsreader/500.css'), 'utf8')
  const ranges = [...declared.matchAll(/newsreader-([a-z-]+)-500-normal\.woff2[^}]*unicode-range: ([^;]+);/g)]
  const extended = ranges.find(([, name]) => name === 'latin-ext')?.[2] ?? 'none'
  expect(css).toContain(`unicode-range:,${extended};`)
  expect(css.match(/@font-face/g)).toHaveLength(5)
  expect(css.match(/unicode-range:/g)).toHaveLength(5)
})
