import { expect, test } from 'vitest'
import {
  isAboutPeople,
  nobody,
  type PersonTable,
  type TableEntries,
  treatedColumns,
  words,
} from '#access/domain/personal-data.ts'
import { hasLabel } from '#people-data/requests/server/archive-labels.ts'
import { isLogged, listedFields } from '#platform/server/log/logged-fields.ts'
import { personalData } from '#portal/server/slices.ts'
import { jsonColumns } from './column-domains.ts'
import {
  fieldsGivenToLog,
  shapeless,
  undecidable,
  unlikeBrowser,
  unlikeDatabase,
  unlikeFolders,
  withoutSince,
} from './people-data.ts'

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

test('JSON about people says which of its keys are, or is of custom fields, which say it themselves', () => {
  expect(shapeless(personalData, Object.keys(jsonColumns))).toEqual([])
  expect(shapeless({ leads: { ...(entries.leads as PersonTable), columns: 'extra' } }, ['leads.extra'])).toEqual(['leads.extra'])
})

test('what is kept for a period of the law says from when on it counts, once', () => {
  expect(withoutSince(personalData)).toEqual([])
  const kept = { ...(entries.leads as PersonTable), period: 'accounting' as const }
  expect(withoutSince({ leads: kept })).toEqual(['leads'])
  expect(withoutSince({ leads: { ...kept, since: 't.created_at', but: { name: { period: 'contract' } } } })).toEqual(['leads'])
  expect(withoutSince({ leads: { ...kept, since: 't.created_at' } })).toEqual([])
})

test('what staff decide about is a text, of which they take out what it says', () => {
  expect(undecidable(personalData, Object.keys(jsonColumns))).toEqual([])
  expect(undecidable(entries, ['offers.description'])).toEqual(['offers.description'])
})

test('what browsers keep is told by the source that writes it, and nothing else', () => {
  expect(unlikeBrowser()).toEqual([])
  const made = new Map([['leads/web/made-up.ts', 'localStorage.setItem(key, name)']])
  expect(unlikeBrowser(made)).toContain('leads/web/made-up.ts')
})

test('each folder of DATA_DIR that the server names is told', () => {
  expect(unlikeFolders()).toEqual([])
  expect(unlikeFolders(new Map([['x.ts', "join(config.dataDir, 'faxes')"]]))).toEqual(['faxes'])
})

test('the log is given listed fields alone, and leaves out others', () => {
  expect(fieldsGivenToLog().filter((name) => !isLogged(name))).toEqual([])
  expect(fieldsGivenToLog(new Map([['x.ts', "log.warn({ err: error, email }, 'x')"]]))).toEqual(['email', 'err'])
  expect(listedFields({ job: 'mail', email: 'paul@exemple.fr' })).toEqual({ job: 'mail' })
})

test('whatever an archive shows has a label, columns as well as keys of JSON', () => {
  const shown = Object.entries(personalData).flatMap(([table, entry]) => {
    if (!isAboutPeople(entry)) return []
    return [...treatedColumns(entry)].flatMap(([column, { show }]) => {
      const keys = words(entry.json?.[column]?.person ?? '')
      return show === 'no' ? [] : [column, ...keys].filter((name) => !hasLabel(name)).map((name) => `${table}.${column} ${name}`)
    })
  })
  expect(shown).toEqual([])
})
