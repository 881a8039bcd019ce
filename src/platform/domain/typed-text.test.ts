import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { foldText } from './fold-text.ts'
import { parseEuros, parsePercent } from './money.ts'
import { parseDay } from './typed-days.ts'
import { compact, manyLines, oneLine, plainLine, plainText } from './typed-text.ts'

/** Words of many scripts, and what is pasted with them. */
const piece = fc.constantFrom(
  'a',
  'É',
  'e\u0301',
  'ß',
  '1',
  '-',
  '.',
  ' ',
  '  ',
  '\u00a0',
  '\u202f',
  '\u2009',
  '\t',
  '\n',
  '\r\n',
  '\u0085',
  '\u2028',
  '\u0000',
  '\u0007',
  '\u007f',
  '\u00ad',
  '\u034f',
  '\u061c',
  '\u115f',
  '\u1160',
  '\u180e',
  '\u2800',
  '\u3164',
  '\ufeff',
  '\u200b',
  '\u200c',
  '\u200d',
  '\u200e',
  '\u200f',
  '\u202a',
  '\u202c',
  '\u202d',
  '\u202e',
  '\u2060',
  '\u2066',
  '\u2069',
  '\ufe0f',
  '\u{e0100}',
  '\u{e0067}',
  '\u{e007f}',
  '\u{1f3f4}',
  '👩',
  '🏽',
  '🚀',
  '❤',
  'ش',
  'م',
  'ש',
  'क',
  '\u094d',
  '葛',
  'ក',
)
const pasted = fc.oneof(
  fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join('')),
  fc.string({ unit: 'binary' }),
)
const holds = (check: (text: string) => void) =>
  fc.assert(
    fc.property(pasted, (text) => void check(text)),
    { numRuns: 2_000 },
  )

describe('one line', () => {
  test.each([
    ['Ligne un\nligne deux', 'Ligne un ligne deux'],
    ['Menuiserie\tK', 'Menuiserie K'],
    [' Un \r\n\u2028 deux\v', 'Un deux'],
    ['Tannerie  Olbia', 'Tannerie  Olbia'],
    ['Prix\u00a0: 3\u202f000\u00a0€', 'Prix\u00a0: 3\u202f000\u00a0€'],
    ['Ana\u200bBel\u00adcourt', 'AnaBelcourt'],
    ['\ufeff\u202dMarie\u202c Du\u200dbreuil\u200e', 'Marie Dubreuil'],
    ['e\u0301te\u200b\u0301', 'été'],
    ['a\u0000b\u0007c', 'abc'],
  ])('%j is %j', (text, line) => expect(oneLine(text)).toBe(line))

  test.each(['\u200b\u200b', '\u3164\u3164', '\u2800 \u2800', '\u2060\u2060', '\u200e\u200f', '\u00ad\u00ad', '\ufe0f\ufe0f'])(
    '%j is nothing',
    (text) => {
      expect([oneLine(text), manyLines(text), plainLine(text)]).toEqual(['', '', ''])
    },
  )

  test.each([
    ['emoji of several', '👩🏽‍🚀 👨‍👩‍👧 🏳️‍🌈 ❤️‍🔥 🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f} 1️⃣ ☎︎'],
    ['Persian', 'می‌خواهم'],
    ['Hindi and Malayalam', 'क्‍ष न्‍ ശ്രീമാന്‍'],
    ['Hebrew and Arabic with marks', 'שלום \u200eABC\u200f (לקוח)\u200f شركة\u061c'],
    ['Khmer', 'ភាសា\u200bខ្មែរ'],
    ['a variant of a Japanese name', '葛\u{e0100}城'],
    ['Mongolian', 'ᠮᠣᠩᠭᠣᠯ\u180eᠠ ᠠ\u180b'],
    ['Vietnamese', 'Nguyễn Thị Ánh'],
  ])('%s is kept', (_, text) => {
    const composed = text.normalize('NFC')
    expect([oneLine(text), manyLines(text)]).toEqual([composed, composed])
  })

  test('is of one line, in NFC, trimmed and shown, and twice changes nothing', () => {
    holds((text) => {
      const line = oneLine(text)
      expect(line).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}\u00ad\u202a-\u202e\u2060-\u206f\u3164\ufeff]|^\s|\s$/u)
      expect([oneLine(line), line.normalize('NFC'), line.trim()]).toEqual([line, line, line])
      expect(line === '').toBe(plainLine(text).replaceAll('\u2800', '').trim() === '')
    })
  })

  test('has all that is seen, in its order', () => {
    const seen = (text: string) =>
      text.replace(/[\s\p{Cc}\p{Default_Ignorable_Code_Point}\ufff9-\ufffb\u2800]/gu, '').normalize('NFC')
    holds((text) => expect(seen(oneLine(text))).toBe(seen(text)))
  })

  test('a long run of spaces takes no longer than its length', () => {
    expect(oneLine(`a${' '.repeat(1_000_000)}\u2800`)).toHaveLength(1_000_002)
  })
})

test('many lines are lines of the same kind, with breaks in one spelling', () => {
  expect(manyLines(' Un\r\n\tdeux\u2028\u200b\rtrois \n')).toBe('Un\n\tdeux\n\ntrois')
  holds((text) => {
    const lines = manyLines(text)
    expect([manyLines(lines), oneLine(lines)]).toEqual([lines, oneLine(text)])
  })
})

test('plain text has nothing that is not seen, and keeps its lines', () => {
  holds((text) => {
    const plain = plainText(text)
    expect(plain).not.toMatch(/[\p{Default_Ignorable_Code_Point}\p{Zl}\p{Zp}]|(?!\n)\p{Cc}/u)
    expect(plainText(plain)).toBe(plain)
  })
})

test('what is not seen and which space it is does not keep a text from being found', () => {
  const hidden = fc.constantFrom('\u200b', '\u00ad', '\u200e', '\ufeff', '\u2060', '\u202d')
  const space = fc.constantFrom(' ', '  ', '\u00a0', '\u202f', '\u2009', '\t', '\r\n', '\u3000')
  fc.assert(
    fc.property(fc.array(fc.tuple(hidden, space, hidden), { minLength: 1, maxLength: 4 }), (gaps) => {
      const words = ['Ana', 'Bélcourt', 'Olbia', 'Quint', 'Un'].slice(0, gaps.length + 1)
      const pastedName = words.map((word, at) => word + (gaps[at]?.join('') ?? '')).join('')
      expect(foldText(oneLine(pastedName))).toBe(foldText(words.join(' ')))
    }),
  )
})

test('marks around an amount, a percentage, a day and a code are read over', () => {
  const wraps: readonly (readonly [string, string])[] = [
    ...(['\u202d', '\u202a', '\u2068'] as const).map((opening) => [opening, opening === '\u2068' ? '\u2069' : '\u202c'] as const),
    ...([
      ['\u200e', ''],
      ['', '\u200b'],
      ['\u200f\u200b', '\u061c'],
    ] as const),
  ]
  for (const [before, after] of wraps) {
    const read = (text: string) => `${before}${text}${after}`
    expect([parseEuros(read('1 200,50')), parseEuros(read('€1,200.50')), parsePercent(read('17,5 %'))]).toEqual([
      120_050, 120_050, 17.5,
    ])
    expect([parseDay(read('22/11/2026')), compact(read('FR76 3000\u00a06000'))]).toEqual(['2026-11-22', 'FR7630006000'])
  }
  expect(['1\u2060200', '+1 200', '\u20681 200\u2069'].map(parseEuros)).toEqual([120_000, 120_000, 120_000])
})
