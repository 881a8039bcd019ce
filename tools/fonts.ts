// Cuts the fonts of the pages out of the packages' files: node tools/fonts.ts writes src/platform/web/ui/theme/fonts.
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import subsetFont from 'subset-font'

const root = join(import.meta.dirname, '..')
export const fontFolder = join(root, 'src/platform/web/ui/theme/fonts')

/**
 * What browsers apply unasked, the figures of tables, and the two letter forms that `tokens.css` names. Without `calt`, which
 * takes 4 kB of Inter to lift a colon between figures.
 */
const features = ['ccmp', 'locl', 'mark', 'mkmk', 'kern', 'liga', 'rlig', 'tnum', 'lnum', 'cv11', 'ss03']

/** Fontsource's range for Latin, as the pages' CSS repeats it. */
export const latin = [
  [0x20, 0x7e],
  [0xa0, 0xff],
  [0x131],
  [0x152, 0x153],
  [0x2bb, 0x2bc],
  [0x2c6],
  [0x2da],
  [0x2dc],
  [0x304],
  [0x308],
  [0x329],
  [0x2000, 0x206f],
  [0x20ac],
  [0x2122],
  [0x2191],
  [0x2193],
  [0x2212],
  [0x2215],
  [0xfeff],
  [0xfffd],
].flatMap(([from = 0, to = from]) => Array.from({ length: to - from + 1 }, (_, at) => from + at))

/** What French, English and amounts need. Browsers load the rest of Latin only for a page that has a letter of it. */
export const usual = [
  ...Array.from({ length: 0x7e - 0x20 + 1 }, (_, at) => at + 0x20),
  ...Array.from(
    '\u00a0§©«®°²·»×ÀÂÄÆÇÈÉÊËÎÏÔÖÙÛÜàâäæçèéêëîïôöùûüÿŒœ\u2009‐‑–—‘’“”•…\u202f€↑↓−',
    (each) => each.codePointAt(0) ?? 0,
  ),
]
const unusual = latin.filter((each) => !usual.includes(each))

/** Code points as the CSS's `unicode-range`. */
export function unicodeRange(points: readonly number[]): string {
  const sorted = points.toSorted((one, other) => one - other)
  const hex = (point = 0) => point.toString(16).toUpperCase().padStart(4, '0')
  return sorted
    .filter((point, at) => point !== (sorted[at - 1] ?? -2) + 1)
    .map((first) => {
      let last = first
      while (sorted.includes(last + 1)) last += 1
      return first === last ? `U+${hex(first)}` : `U+${hex(first)}-${hex(last)}`
    })
    .join(', ')
}

interface Cut {
  readonly from: string
  readonly points: readonly number[]
  /** Weights that the pages use; absent: the file has one. */
  readonly weights?: { readonly min: number; readonly max: number }
}

const inter = { from: '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2', weights: { min: 400, max: 700 } }
const newsreader = { from: '@fontsource/newsreader/files/newsreader-latin-500-normal.woff2' }

export const cuts: Readonly<Record<string, Cut>> = {
  'inter-usual.woff2': { ...inter, points: usual },
  'inter-latin.woff2': { ...inter, points: unusual },
  'newsreader-usual-500.woff2': { ...newsreader, points: usual },
  'newsreader-latin-500.woff2': { ...newsreader, points: unusual },
}

/** The file of a package with fewer features and weights. */
export function cutFont({ from, points, weights }: Cut): Promise<Buffer> {
  return subsetFont(readFileSync(join(root, 'node_modules', from)), String.fromCodePoint(...points), {
    targetFormat: 'woff2',
    keepFeatures: features,
    ...(weights ? { variationAxes: { wght: weights } } : {}),
  })
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  for (const [name, cut] of Object.entries(cuts)) writeFileSync(join(fontFolder, name), await cutFont(cut))
  for (const family of ['fontsource-variable/inter', 'fontsource/newsreader']) {
    const name = `${family.split('/')[1]}-licence.txt`
    copyFileSync(join(root, 'node_modules', `@${family}`, 'LICENSE'), join(fontFolder, name))
  }
}
