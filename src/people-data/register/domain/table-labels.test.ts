import { expect, test } from 'vitest'
import { isAboutPeople } from '#access/domain/personal-data.ts'
import { personalData } from '#portal/server/slices.ts'
import { countsByLabel, tableLabel } from './table-labels.ts'

test('each table that a report or an archive may name has a label', () => {
  const named = Object.entries(personalData).flatMap(([table, entry]) => (isAboutPeople(entry) || entry.mentions ? [table] : []))
  expect(named.filter((table) => tableLabel(table) === table)).toEqual([])
})

test('tables with one label are counted together', () => {
  expect(countsByLabel({ leads: 1, lead_receipts: 2, mails: 1 })).toEqual([
    [tableLabel('leads'), 3],
    [tableLabel('mails'), 1],
  ])
})
