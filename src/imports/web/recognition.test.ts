import { expect, test } from 'vitest'
import { sampleCell, sampleTitles } from '#test/import-samples.ts'
import type { Format } from '../domain/formats.ts'
import { type ImportKind, kindsOfImport } from '../domain/kinds.ts'
import { recognise } from '../domain/recognition.ts'
import { formats } from './formats.ts'

const kindOf = ({ record }: Format): ImportKind => (record === 'partner' ? 'partners' : 'leads')
const isTaken = ({ tool, record }: Format) => tool !== '' && !['commission', 'payout', 'payment'].includes(record)
/** What a column is for: whether a state stands in 'stage' or 'state' is the same to whoever imports it. */
function targetsOf(kind: ImportKind, field: string | null | undefined): string {
  const { targets } = kindsOfImport[kind]
  const isPart = field === 'firstName' || field === 'lastName' || field === 'title'
  return isPart ? field : (Object.entries(targets).find(([, sets]) => sets.flat().some((each) => each === field))?.[0] ?? '')
}

/** What a file of a format is taken for by what is known of others. */
function measure(format: Format, known: ReadonlyMap<string, Format>, nth: number) {
  const columns = sampleTitles(format, nth)
  const kind = kindOf(format)
  const { columns: guesses } = recognise({
    titles: columns.map(([, title]) => title),
    samples: columns.map(([field]) => Array.from({ length: 40 }, (_, at) => sampleCell(format, field, at))),
    own: {},
    formats: known,
    ...kindsOfImport[kind],
  })
  const rows = columns.map(([field, title], at) => {
    const [wanted, found] = [targetsOf(kind, field), targetsOf(kind, guesses[at]?.field)]
    return { field, title, guess: guesses[at], counts: wanted !== '', isRight: wanted === found, found }
  })
  return {
    rows,
    sure: rows.filter(({ counts, isRight, guess }) => counts && isRight && guess?.isSure),
    doubtful: rows.filter(({ counts, isRight, guess }) => counts && isRight && !guess?.isSure),
    missed: rows.filter(({ counts, isRight }) => counts && !isRight),
    wrong: rows.filter(({ isRight, found, guess }) => guess?.isSure && !isRight && found !== ''),
  }
}

const entries = [...formats].filter(([, format]) => isTaken(format))

test('three quarters of an unknown tool’s columns are found, and none that is wrong counts as sure', () => {
  const table = entries.map(([name, format]) => {
    const others = new Map([...formats].filter(([, { tool }]) => tool !== format.tool))
    const measured = [0, 1, 2].map((nth) => measure(format, others, nth))
    const count = (part: 'sure' | 'doubtful' | 'missed') => measured.reduce((sum, each) => sum + each[part].length, 0)
    return { name, sure: count('sure'), doubtful: count('doubtful'), missed: count('missed'), measured }
  })
  const wrong = table.flatMap(({ name, measured }) =>
    measured.flatMap((each) => each.wrong.map(({ title }) => `${name}: ${title}`)),
  )
  const [sure, doubtful, missed] = (['sure', 'doubtful', 'missed'] as const).map((part) =>
    table.reduce((sum, each) => sum + each[part], 0),
  )
  expect(wrong).toEqual([])
  expect(((sure ?? 0) + (doubtful ?? 0)) / ((sure ?? 0) + (doubtful ?? 0) + (missed ?? 0))).toBeGreaterThan(0.75)
})

test.each(entries)('each column of %s that has a counterpart is found by its format', (_name, format) => {
  for (const nth of [0, 1, 2]) {
    const { missed, wrong, doubtful } = measure(format, formats, nth)
    expect({ missed, wrong, doubtful }).toEqual({ missed: [], wrong: [], doubtful: [] })
  }
})
