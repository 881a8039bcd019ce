import { expect, test } from 'vitest'
import type { ValidatedRow } from '../api.ts'
import { mapFileColumns } from '../domain/lead-import.ts'
import { m } from '../messages/messages.ts'
import { rejectedRows, rejectedRowsFile } from './import-outcome.ts'
import { cellsOf, mapCustomColumns, planImport, sumUpPlan, toBatches } from './import-plan.ts'

const titles = ['Nom', 'Email', 'Montant', 'Statut']
const mapping = mapFileColumns(titles)
const row = (number: number, email: string) => ({ number, cells: [`=Paul ${number}`, email, '100', ''], broken: false })
const validated = (index: number, companyKey: string, more: Partial<ValidatedRow> = {}): ValidatedRow => ({
  index,
  outcome: 'ready',
  messages: [],
  read: { status: 'nouveau', amountCents: 10_000, partner: 'Marie', companyKey, phoneKey: '' },
  ...more,
})

const plan = planImport(
  [
    { row: row(2, 'a@x.fr'), validated: validated(0, 'one') },
    { row: row(3, 'A@x.fr'), validated: validated(1, 'two') },
    { row: row(4, 'b@x.fr'), validated: validated(2, 'one') },
    {
      row: row(5, 'c@x.fr'),
      validated: validated(3, 'three', { outcome: 'duplicate', messages: [{ path: '', message: 'Déjà' }] }),
    },
    {
      row: row(6, ''),
      validated: validated(4, '', { outcome: 'refused', messages: [{ path: 'email', message: 'Email invalide' }], read: null }),
    },
    { row: { ...row(7, 'd@x.fr'), broken: true }, validated: null },
    {
      row: row(8, 'e@x.fr'),
      validated: validated(5, 'four', {
        read: { status: 'signe', amountCents: 250, partner: 'M', companyKey: 'four', phoneKey: '' },
      }),
    },
    {
      row: row(9, 'f@x.fr'),
      validated: validated(6, 'five', {
        read: { status: 'refuse', amountCents: 1, partner: 'M', companyKey: 'five', phoneKey: '' },
      }),
    },
    { row: row(10, 'f@x.fr'), validated: validated(7, 'five') },
  ].map((each) => ({ ...each, cells: cellsOf(each.row, mapping) })),
)

test('a row with the e-mail or company of an earlier one is a duplicate, unless the earlier one is lost', () => {
  expect(plan.map(({ number, outcome, messages }) => [number, outcome, ...messages])).toEqual([
    [2, 'ready'],
    [3, 'duplicate', 'Répète la ligne 2'],
    [4, 'duplicate', 'Répète la ligne 2'],
    [5, 'duplicate', 'Déjà'],
    [6, 'refused', 'Email invalide'],
    [7, 'refused', 'Guillemets mal fermés'],
    [8, 'ready'],
    [9, 'ready'],
    [10, 'ready'],
  ])
})

test('totals count the rows to send and what they will create', () => {
  expect(sumUpPlan(plan, false)).toMatchObject({ ready: 4, duplicates: 3, refused: 2, signed: 1, signedCents: 250 })
  expect(sumUpPlan(plan, false).rowsToSend).toHaveLength(4)
  expect(sumUpPlan(plan, true).rowsToSend).toHaveLength(7)
})

test('rejected rows are returned with number and reason, and without formulas', () => {
  const { rowsToSend } = sumUpPlan(plan, false)
  const [first, second] = rowsToSend
  if (!first || !second) throw new Error('no rows')
  const answers = new Map([
    [first, validated(0, 'one', { outcome: 'imported' })],
    [second, validated(1, 'four', { outcome: 'duplicate', messages: [{ path: '', message: 'Ce contact est déjà suivi' }] })],
  ])
  const rejected = rejectedRows(plan, new Set(rowsToSend), answers)
  expect(rejected.map(({ row: { number }, reason }) => [number, reason])).toEqual([
    [3, 'Répète la ligne 2 ; laissée de côté'],
    [4, 'Répète la ligne 2 ; laissée de côté'],
    [5, 'Déjà ; laissée de côté'],
    [6, 'Email invalide'],
    [7, 'Guillemets mal fermés'],
    [8, 'Ce contact est déjà suivi ; laissée de côté'],
    [9, m.notSent()],
    [10, m.notSent()],
  ])
  const [head, line] = rejectedRowsFile({ titles, rows: [] }, rejected).split('\r\n')
  expect(head).toBe('\ufeffNom;Email;Montant;Statut;Ligne;Motif')
  expect(line).toBe(`'=Paul 3;A@x.fr;100;;3;"Répète la ligne 2 ; laissée de côté"`)
})

test('a batch has at most 200 rows, fewer when they are long', () => {
  const rows = Array.from({ length: 450 }, (_, at) => ({ cells: cellsOf(row(at, 'a@x.fr'), mapping) }))
  expect(toBatches(rows).map(({ length }) => length)).toEqual([200, 200, 50])
  const long = rows.map(({ cells }) => ({ cells: { ...cells, notes: 'x'.repeat(3000) } }))
  expect(Math.max(...toBatches(long).map(({ length }) => length))).toBeLessThan(50)
  expect(toBatches(long).flat()).toHaveLength(450)
})

test('columns of custom fields are found by key and label, and travel with the row', () => {
  const fields = [
    { key: 'region', name: 'Région' },
    { key: 'floors', name: 'Étages' },
    { key: 'notes_2', name: 'Remarque' },
  ]
  const custom = mapCustomColumns(fields, ['Nom', 'REGION', 'étages'])
  expect(custom).toEqual({ region: 1, floors: 2, notes_2: null })
  const cells = cellsOf({ number: 2, cells: ['Paul', 'Bretagne', '3'], broken: false }, mapFileColumns(['Nom']), custom)
  expect(cells).toMatchObject({ name: 'Paul', fields: { region: 'Bretagne', floors: '3' } })
  expect(toBatches([{ cells }])).toEqual([[{ cells }]])
})
