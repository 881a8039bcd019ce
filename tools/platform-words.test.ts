import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { businessWords, exceptions, wordsSaid } from './platform-words.ts'

const file = 'src/platform/server/http/bind.ts'

describe('the platform says a word of the business', () => {
  test.each([
    ['const leadCount = 3', ['lead']],
    ['where lead_id = $1', ['lead']],
    ["if (code === 'commission_held') return", ['commission']],
    ['class PayoutRun {}', ['payout']],
    ["import { m } from '#money/tiers/messages/messages.ts'", ['tiers']],
    ['/** What partners and their invoices have. */', ['partners', 'invoices']],
    ['.stage { color: var(--ink) }', ['stage']],
  ])('in %s', (text, said) => expect(businessWords(file, text)).toEqual(said))
})

test.each(['const misleading = 3', 'a leader, staged, contractual', 'record, company, caller'])('no word is in %s', (text) =>
  expect(businessWords(file, text)).toEqual([]),
)

test('slices, tests and row types of the database may say them', () => {
  for (const path of ['src/leads/leads/domain/leads.ts', 'src/platform/a.test.ts', 'src/platform/server/db/schema.generated.ts'])
    expect(businessWords(path, 'lead')).toEqual([])
})

test.each(exceptions)('$place needs its exception', ({ place, words }) => {
  const sources = globSync('src/platform/**/*.{ts,tsx,css}', { cwd: join(import.meta.dirname, '..') })
  const said = sources
    .filter((path) => path.startsWith(`src/platform/${place}`))
    .flatMap((path) => wordsSaid(path, readFileSync(join(import.meta.dirname, '..', path), 'utf8')))
  expect(said).toEqual(expect.arrayContaining([...words]))
})
