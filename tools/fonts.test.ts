import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { openSync } from 'fontkit'
import { expect, test } from 'vitest'
import { cutFont, cuts, fontFolder, latin } from './fonts.ts'

/** Cutting takes a second or more on a busy machine. */
const patienceMs = 60_000
const packages = join(import.meta.dirname, '../node_modules')
const charactersOf = (file: string) => new Set(openSync(file).characterSet)

test.each(Object.entries(cuts))(
  '%s is what tools/fonts.ts writes, and has every Latin letter of the package’s file',
  async (name, cut) => {
    const file = join(fontFolder, name)
    expect(readFileSync(file).equals(await cutFont(cut)), 'run: node tools/fonts.ts').toBe(true)
    const has = charactersOf(file)
    const given = charactersOf(join(packages, cut.from))
    expect(latin.filter((each) => given.has(each) && !has.has(each))).toEqual([])
    expect([...'Éçàœ€’–«»… 0123456789'].every((each) => has.has(each.codePointAt(0) ?? 0))).toBe(true)
    expect(readFileSync(file).length).toBeLessThan(readFileSync(join(packages, cut.from)).length)
    expect(existsSync(join(fontFolder, `${name.split('-')[0]}-licence.txt`))).toBe(true)
  },
  patienceMs,
)
