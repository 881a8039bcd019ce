import { expect, test } from 'vitest'
import { nobody, type TableEntries } from '#access/domain/personal-data.ts'
import { unlikeDatabase } from './people-data.ts'

const entries: TableEntries = {
  leads: {
    of: 'client',
    via: { address: 'email' },
    why: 'referrals',
    period: 'lead',
    erase: 'empty',
    show: 'yes',
    columns: 'email',
    but: { name: { erase: 'pseudonym' } },
    facts: 'id',
  },
  offers: nobody('key', 'description'),
}
const columns = ['leads.email', 'leads.id', 'leads.name', 'offers.description', 'offers.key']

test('a column that is told and there is nothing to say about', () => {
  expect(unlikeDatabase(columns, entries)).toEqual([])
})

test('a made-up column or table without an entry is named, and so is an entry without its column', () => {
  const [made, lost, ...others] = unlikeDatabase([...columns.slice(1), 'leads.nickname'], entries)
  expect([made, lost, others]).toEqual([
    expect.stringContaining('leads.nickname has no entry'),
    'leads.email has an entry, and there is no such column',
    [],
  ])
  expect(unlikeDatabase([...columns, 'birthdays.day'], entries)).toEqual([expect.stringContaining('birthdays.day has no entry')])
})
