import { type Catalogue, everything, type Fact, type Row } from './catalogue.ts'
import { commissionMarie } from './commission-tables.ts'
import { ada, alan, as, idOf, karim, marie, monday, tuesday, withoutRights } from './people.ts'

const accounts = { commissions: '622200', vat: '445660', suppliers: '401000', accrued: '408100', bank: '512000' }
const closing = (number: number, scope: string, until_day: string, closed_by: string, more: object = {}): Row => ({
  id: idOf(number),
  scope,
  until_day,
  closed_by,
  closed_at: monday,
  missing: [],
  accounts,
  ...more,
})
const reopening = (by: string) => ({ reopening_reason: 'Facture oubliée', reopening_asked_by: by, reopening_asked_at: tuesday })

const march = idOf(9101)
const change = (set: string) => `update accounting_closings set ${set} where id = '${march}' returning scope`
const add = (scope: string, until: string) =>
  `insert into accounting_closings (id, scope, until_day, missing, accounts, closed_by, closed_at)
    values ('${idOf(9109)}', '${scope}', '${until}', '[]', '{}', '${ada}', now()) returning scope`
const ask = `reopening_reason = 'Oubli', reopening_asked_by = '${ada}', reopening_asked_at = now()`
const marchIsLast = `delete from accounting_closings where id = '${idOf(9103)}'`
const askedBefore = `${marchIsLast}; update accounting_closings set ${ask} where id = '${march}'`

const checks: readonly Fact[] = [
  { title: 'the next month is closed', as: as.ada, sql: add('month', '2026-06-30'), expect: { value: 'month' } },
  {
    title: 'an earlier month is not',
    as: as.ada,
    sql: add('month', '2026-01-31'),
    expect: { refused: 'accounting_closings_order' },
  },
  {
    title: 'a year is closed after its months',
    as: as.ada,
    sql: add('year', '2026-12-31'),
    expect: { refused: 'accounting_closings_months' },
  },
  { title: 'somebody asks to open it again', as: as.ada, sql: change(ask), expect: { value: 'month' } },
  {
    title: 'another one agrees',
    as: as.alan,
    setup: askedBefore,
    sql: change(`reopened_by = '${alan}', reopened_at = now()`),
    expect: { value: 'month' },
  },
  {
    title: 'nobody agrees with themselves',
    as: as.ada,
    setup: askedBefore,
    sql: change(`reopened_by = '${ada}', reopened_at = now()`),
    expect: { refused: 'accounting_closings_four_eyes' },
  },
  {
    title: 'what was closed stays as it was',
    as: as.ada,
    sql: change(`until_day = '2026-04-30', ${ask}`),
    expect: { refused: 'accounting_closings_final' },
  },
  {
    title: 'the reason stays',
    as: as.ada,
    setup: askedBefore,
    sql: change(`reopening_reason = 'Autre'`),
    expect: { refused: 'accounting_closings_final' },
  },
  {
    title: 'a month is not opened before a later one',
    as: as.alan,
    setup: `update accounting_closings set ${ask} where id = '${march}'`,
    sql: change(`reopened_by = '${alan}', reopened_at = now()`),
    expect: { refused: 'accounting_closings_last' },
  },
]

const entry = (number: number, partner_id: string): Row => ({
  year: 2026,
  number,
  closing_id: march,
  kind: 'paid',
  piece_id: idOf(9110 + number),
  booked_on: '2026-03-02',
  reference: 'REL',
  dated: '2026-03-02',
  payout: 'REL',
  bank_reference: '',
  partner_id,
  partner_name: 'X',
  supplier_code: 'PX',
  earned_cents: 100,
  taken_back_cents: 0,
  vat_cents: 0,
})
const declared = (number: number, partner_id: string): Row => ({
  id: idOf(9120 + number),
  year: 2025,
  partner_id,
  paid_on: '2025-03-02',
  reference: 'REL',
  by_hand: false,
  payments: 1,
  net_cents: 100,
  vat_cents: 0,
})

/** Months and years that are closed, their entries and what was declared, and the codes of partners in the accountant's books. */
export const accountingTables: Catalogue['tables'] = {
  supplier_codes: {
    rights: { insert: ['money'], update: ['money'], delete: ['money'] },
    rows: { "Marie's": { partner_id: marie, code: 'MARIE' } },
    access: { system: everything, admin: everything },
  },
  accounting_closings: {
    rights: { insert: ['money'], update: ['money'] },
    rows: {
      "2025, Ada's": closing(9100, 'month', '2025-12-31', ada),
      "the year, Alan's": closing(9102, 'year', '2025-12-31', alan),
      "March, Ada's": closing(9101, 'month', '2026-03-31', ada),
      "asked by Ada, Alan's": closing(9103, 'month', '2026-04-30', alan, reopening(ada)),
      'asked by Ada, opened by Alan': closing(9104, 'month', '2026-05-31', ada, {
        ...reopening(ada),
        reopened_by: alan,
        reopened_at: tuesday,
      }),
    },
    access: {
      system: everything,
      admin: {
        select: 'all',
        insert: ["2025, Ada's", "March, Ada's", 'asked by Ada, opened by Alan'],
        update: 'all',
        becomes: ["asked by Ada, Alan's"],
      },
      partner: { select: ["the year, Alan's"] },
    },
    policyFacts: [
      {
        title: 'partners read of no year that is open again',
        as: as.marie,
        setup: `update accounting_closings set ${ask}, reopened_by = '${alan}', reopened_at = now() where id = '${idOf(9102)}'`,
        sql: 'select count(*)::int from accounting_closings',
        expect: { value: 0 },
      },
    ],
    triggers: { check_closing: checks },
  },
  accounting_entries: {
    rights: { insert: ['money'] },
    rows: { "Marie's": entry(1, marie), "Karim's": entry(2, karim) },
    access: { system: everything, admin: { select: 'all', insert: 'all' } },
  },
  booked_clients: {
    rows: { "of Marie's": { commission_id: commissionMarie, lead_id: idOf(42), name: 'Bernard' } },
    access: { system: { select: 'all' }, admin: { select: 'all' } },
    policyFacts: [
      {
        title: 'staff without the right Money read none',
        as: as.ada,
        setup: withoutRights,
        sql: 'select count(*)::int from booked_clients',
        expect: { value: 0 },
      },
    ],
  },
  declared_payments: {
    rights: { insert: ['money'], delete: ['money'] },
    rows: { "Marie's": declared(1, marie), "Karim's": declared(2, karim) },
    access: { system: everything, admin: everything, partner: { select: ["Marie's"] } },
  },
}
