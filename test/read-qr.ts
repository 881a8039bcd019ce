/** A rendered page: `isDark` of each pixel. */
export interface Picture {
  readonly width: number
  readonly height: number
  readonly isDark: (x: number, y: number) => boolean
}

interface Point {
  readonly x: number
  readonly y: number
}

/** A binary portable graymap (P5), as `pdftoppm -gray` writes it. */
export function readGraymap(bytes: Uint8Array): Picture {
  const head = /^P5\s+(\d+)\s+(\d+)\s+255\s/.exec(Buffer.from(bytes.subarray(0, 64)).toString('latin1'))
  if (!head) throw new Error('no binary graymap')
  const [width, height] = [Number(head[1]), Number(head[2])]
  return { width, height, isDark: (x, y) => (bytes[head[0].length + y * width + x] ?? 255) < 128 }
}

/** Data codewords and blocks of versions 1 to 7 at level M (ISO/IEC 18004, table 9); their blocks are of equal length. */
const levelM = { 1: [16, 1], 2: [28, 1], 3: [44, 1], 4: [64, 2], 5: [86, 2], 6: [108, 4], 7: [124, 4] } as const
const masks: readonly ((row: number, column: number) => boolean)[] = [
  (r, c) => (r + c) % 2 === 0,
  (r) => r % 2 === 0,
  (_, c) => c % 3 === 0,
  (r, c) => (r + c) % 3 === 0,
  (r, c) => (Math.floor(r / 2) + Math.floor(c / 3)) % 2 === 0,
  (r, c) => ((r * c) % 2) + ((r * c) % 3) === 0,
  (r, c) => (((r * c) % 2) + ((r * c) % 3)) % 2 === 0,
  (r, c) => (((r + c) % 2) + ((r * c) % 3)) % 2 === 0,
]

/** The text of the one QR code in a picture: upright, cleanly rendered, level M, up to version 7. Errors are not corrected. */
export function readQr(picture: Picture): string {
  const { corner, right, below, module } = finders(picture)
  const size = Math.round((right.x - corner.x) / module) + 7
  const step = { x: (right.x - corner.x) / (size - 7), y: (below.y - corner.y) / (size - 7) }
  const isDark = (row: number, column: number) =>
    picture.isDark(Math.round(corner.x + (column - 3) * step.x), Math.round(corner.y + (row - 3) * step.y))
  const version = (size - 17) / 4
  const [count, blocks] = levelM[version as keyof typeof levelM] ?? []
  if (!count || !blocks) throw new Error(`version ${version} is not read here`)
  const format = [
    ...[0, 1, 2, 3, 4, 5, 7, 8].map((column) => isDark(8, column)),
    ...[7, 5, 4, 3, 2, 1, 0].map((row) => isDark(row, 8)),
  ]
  const level = format.slice(0, 5).map((dark, at) => dark !== ([1, 0, 1, 0, 1][at] === 1))
  if (level[0] || level[1]) throw new Error('another level than M')
  const mask = masks[numberOf(level.slice(2))]
  const bits = dataModules(size, version).map(({ x, y }) => isDark(y, x) !== mask?.(y, x))
  const words = Array.from({ length: count }, (_, at) => numberOf(bits.slice(at * 8, at * 8 + 8)))
  const ordered = Array.from({ length: blocks }, (_, block) => words.filter((_word, at) => at % blocks === block)).flat()
  const stream = ordered.flatMap((word) => Array.from({ length: 8 }, (_, bit) => ((word >> (7 - bit)) & 1) === 1))
  if (numberOf(stream.slice(0, 4)) !== 4) throw new Error('no bytes')
  const length = numberOf(stream.slice(4, 12))
  return Buffer.from(Array.from({ length }, (_, at) => numberOf(stream.slice(12 + at * 8, 20 + at * 8)))).toString('utf8')
}

const numberOf = (bits: readonly boolean[]) => bits.reduce((sum, bit) => sum * 2 + Number(bit), 0)

/** The modules that carry data, in their order: two columns at a time from the right, upwards and downwards in turn. */
function dataModules(size: number, version: number): Point[] {
  const aligned = version === 1 ? [] : version === 7 ? [6, 22, 38] : [6, size - 7]
  const isCorner = (x: number, y: number) => (x < 9 && y < 9) || (x < 9 && y >= size - 8) || (x >= size - 8 && y < 9)
  const isAlignment = (x: number, y: number) =>
    aligned.some((cx) => aligned.some((cy) => !isCorner(cx, cy) && Math.abs(x - cx) <= 2 && Math.abs(y - cy) <= 2))
  const isVersion = (x: number, y: number) => version >= 7 && ((x >= size - 11 && y < 6) || (y >= size - 11 && x < 6))
  const isData = ({ x, y }: Point) => x !== 6 && y !== 6 && !isCorner(x, y) && !isAlignment(x, y) && !isVersion(x, y)
  const pairs = Array.from({ length: (size - 1) / 2 }, (_, at) => size - 1 - 2 * at).map((x) => (x > 6 ? x : x - 1))
  return pairs.flatMap((x, at) =>
    Array.from({ length: size }, (_, row) => (at % 2 === 0 ? size - 1 - row : row))
      .flatMap((y) => [
        { x, y },
        { x: x - 1, y },
      ])
      .filter(isData),
  )
}

/** The centres of the three marks: dark and light runs of 1, 1, 3, 1 and 1 modules in both directions. */
function finders({ width, height, isDark }: Picture) {
  const patterns: (Point & { module: number })[] = []
  const runAt = (dark: (at: number) => boolean, from: number, by: 1 | -1, max: number) => {
    let length = 0
    while (length < max && dark(from + by * length) === dark(from)) length += 1
    return length
  }
  /** Half the mark's length from its centre, if the runs from there are those of a mark. */
  const moduleAt = (dark: (at: number) => boolean, centre: number, max: number): number | null => {
    const lengths = ([1, -1] as const).flatMap((by) => {
      const first = runAt(dark, centre, by, max)
      const second = runAt(dark, centre + by * first, by, max)
      return [first, second, runAt(dark, centre + by * (first + second), by, max)]
    })
    const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = lengths
    const module = (a + b + c + d + e + f - 1) / 7
    const fits = [b, c, e, f].every((length) => Math.abs(length - module) <= 1) && Math.abs(a + d - 1 - 3 * module) <= 2
    return fits && module >= 3 && Math.abs(a - d) <= 1 ? module : null
  }
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      if (!isDark(x, y)) continue
      const module = moduleAt((at) => isDark(at, y), x, 200)
      if (module === null || moduleAt((at) => isDark(x, at), y, 200) === null) continue
      if (!patterns.some((each) => Math.hypot(each.x - x, each.y - y) < 3 * module)) patterns.push({ x, y, module })
    }
  }
  if (patterns.length !== 3) throw new Error(`${patterns.length} marks instead of three`)
  const [corner, right, below] = [
    patterns.toSorted((one, other) => one.x + one.y - other.x - other.y)[0],
    patterns.toSorted((one, other) => other.x - other.y - one.x + one.y)[0],
    patterns.toSorted((one, other) => other.y - other.x - one.y + one.x)[0],
  ]
  if (!corner || !right || !below) throw new Error('no marks')
  return { corner, right, below, module: corner.module }
}
