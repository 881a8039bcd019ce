import type { Catalogue, Fact, TableExpectation } from './catalogue.ts'
import { as, idOf, left, marie, nadia } from './people.ts'
import { typed } from './sample-rows.ts'

type Column = 'manager' | 'member' | 'accountant'

interface RoleExpectation {
  /** Whether each reads rows of the company; `own`: those of the leads that are theirs alone. */
  readonly reads: Readonly<Record<Column, boolean | 'own'>>
  /** A row of Marie's that somebody of the company who may not add it tries to add; none where no partner may. */
  readonly adds?: { readonly row: string; readonly by: Column }
}

const all = { manager: true, member: 'own', accountant: false } as const
const money = { manager: true, member: false, accountant: true } as const
const bank = { manager: false, member: false, accountant: true } as const
const actors = { manager: as.manager, member: as.nadia, accountant: as.accountant } as const

/** What each role of a partner's people reaches, by table; an owner reaches what the column of partners says. */
const expectations: Readonly<Record<string, RoleExpectation>> = {
  leads: { reads: all, adds: { row: "Marie's", by: 'accountant' } },
  lead_registrations: { reads: all },
  // None of the sample's receipts has a lead that is still Marie's.
  lead_receipts: { reads: { ...all, member: false } },
  client_confirmations: { reads: all },
  lead_notices: { reads: all },
  introduction_links: { reads: { ...all, member: false }, adds: { row: '', by: 'member' } },
  lead_shares: { reads: all },
  lead_stats: { reads: { ...all, member: false } },
  commissions: { reads: money },
  lead_signings: { reads: money, adds: { row: '', by: 'member' } },
  commission_facts: { reads: money, adds: { row: '', by: 'member' } },
  commission_stats: { reads: money },
  declared_payments: { reads: money },
  disputes: { reads: money, adds: { row: '', by: 'member' } },
  invoices: { reads: money },
  uploaded_invoices: { reads: money, adds: { row: '', by: 'member' } },
  payouts: { reads: money },
  client_payments: { reads: { ...money, accountant: false } },
  payment_infos: { reads: bank, adds: { row: '', by: 'manager' } },
  bank_account_answers: { reads: bank },
  billing_profiles: { reads: bank, adds: { row: '', by: 'manager' } },
  vigilance_documents: { reads: bank, adds: { row: '', by: 'manager' } },
  contracts: { reads: { manager: true, member: false, accountant: true } },
}

/** All leads of Marie's are of Nadia. */
const hers = `update leads set typed_by = '${nadia}' where partner_id = '${marie}'`

function factsOf(name: string, { rows }: TableExpectation, { reads, adds }: RoleExpectation): Fact[] {
  const columns = Object.entries(reads) as [Column, boolean | 'own'][]
  const read = columns.flatMap(([column, expected]): Fact[] => {
    const fact = (title: string, value: boolean, setup?: string) => ({
      title: `${name}: ${column} ${title}`,
      as: actors[column],
      ...(setup ? { setup } : {}),
      sql: `select count(*) > 0 from ${name}`,
      expect: { value },
    })
    if (expected !== 'own') return [fact(expected ? 'reads' : 'reads nothing', expected, expected ? undefined : hers)]
    return [fact('reads nothing of others', false), fact('reads what is theirs', true, hers)]
  })
  if (!adds) return read
  const row = adds.row ? rows[adds.row] : Object.values(rows).find((each) => each.partner_id === marie)
  if (!row) throw new Error(`test/policies/partner-roles.ts names no row of ${name}`)
  const names = Object.keys(row).join(', ')
  return [
    ...read,
    {
      title: `${name}: ${adds.by} adds nothing`,
      as: actors[adds.by],
      setup: hers,
      sql: `insert into ${name} (${names}) select ${names} from ${typed(name, row)}`,
      expect: { refused: '42501' },
    },
  ]
}

const commissionOfNadia = `select count(*) > 0 from commissions`
/** One lead of Marie's is of Nadia. */
const one = `update leads set typed_by = '${nadia}' where id = '${idOf(41)}'`
const byPolicy = { refused: '42501' } as const

/** Something happened to a record of Marie's. */
const happened = (name: string, subject: string, before = {}) =>
  `insert into events (id, name, occurred_at, actor_id, subject_id, partner_id, audience, before)
    values ('${idOf(990)}', '${name}', now(), null, '${subject}', '${marie}', 'partner',
      nullif('${JSON.stringify(before)}', '{}')::jsonb)`
const readsIt = `select count(*) > 0 from events where id = '${idOf(990)}'`

const further: Readonly<Record<string, readonly Fact[]>> = {
  events: [
    ...(
      [
        ['a manager reads what happened to a lead', 'manager', 'lead.moved', true],
        ['and to a commission', 'manager', 'commission.validated', true],
        ['and nothing about the bank', 'manager', 'payment_info.saved', false],
        ['nor about documents', 'manager', 'vigilance.received', false],
        ['nor about people', 'manager', 'profile.changed', false],
        ['an accountant reads about the bank', 'accountant', 'payment_info.saved', true],
        ['and about contracts', 'accountant', 'contract.signed', true],
        ['and documents', 'accountant', 'vigilance.received', true],
        ['and nothing about leads', 'accountant', 'lead.moved', false],
        ['a member reads nothing about money', 'nadia', 'payout.issued', false],
        ['nor about contracts', 'nadia', 'contract.signed', false],
        ['nor about leads of others', 'nadia', 'lead.moved', false],
      ] as const
    ).map(([title, actor, name, value]) => ({
      title,
      as: as[actor],
      setup: happened(name, idOf(41)),
      sql: readsIt,
      expect: { value },
    })),
    ...(
      [
        ['a member who may see amounts reads what happened to a commission of their lead', hers, 'commission.validated', true],
        ['and nothing of a colleague’s', '', 'commission.validated', false],
        ['nor of a payout', hers, 'payout.issued', false],
        ['nor of a dispute', hers, 'dispute.opened', false],
      ] as const
    ).map(([title, setup, name, value]) => ({
      title,
      as: as.paidNadia,
      setup: `${setup};${happened(name, idOf(51))}`,
      sql: readsIt,
      expect: { value },
    })),
    {
      title: 'and that one is gone',
      as: as.paidNadia,
      setup: `${hers};${happened('commission.removed', idOf(991), { leadId: idOf(41) })}`,
      sql: readsIt,
      expect: { value: true },
    },
    {
      title: 'a member who may not see amounts reads nothing of their commissions',
      as: as.nadia,
      setup: `${hers};${happened('commission.validated', idOf(51))}`,
      sql: readsIt,
      expect: { value: false },
    },
    {
      title: 'nor that one is gone, which names their lead',
      as: as.nadia,
      setup: `${hers};${happened('commission.removed', idOf(991), { leadId: idOf(41) })}`,
      sql: readsIt,
      expect: { value: false },
    },
    {
      title: 'who may see amounts reads nothing of what the client of their lead has paid',
      as: as.paidNadia,
      setup: `${hers};${happened('client_payment.recorded', idOf(41))}`,
      sql: readsIt,
      expect: { value: false },
    },
  ],
  lead_registrations: [
    {
      title: 'a registration of a member stays with a lead of theirs',
      as: as.nadia,
      setup: one,
      sql: `update lead_registrations set lead_id = '${idOf(42)}'`,
      expect: byPolicy,
    },
  ],
  client_confirmations: [
    {
      title: 'a member’s question stays with a lead of theirs',
      as: as.nadia,
      setup: one,
      expect: byPolicy,
      sql: `update client_confirmations set lead_id = '${idOf(42)}', asked_by = '${nadia}'`,
    },
  ],
  profiles: [
    {
      title: 'everybody reads their own profile, whatever partner they belong to',
      as: { ...as.marie, partnerId: '' },
      sql: `select count(*)::int from profiles where user_id = '${marie}'`,
      expect: { value: 1 },
    },
  ],
  commissions: [
    {
      title: 'a member whose owner says so reads what their leads bring',
      as: as.paidNadia,
      setup: hers,
      sql: commissionOfNadia,
      expect: { value: true },
    },
    {
      title: 'and nothing of the leads of others',
      as: as.paidNadia,
      sql: commissionOfNadia,
      expect: { value: false },
    },
    {
      title: 'nor takes one back',
      as: as.paidNadia,
      setup: hers,
      sql: "with gone as (delete from commissions where status = 'en_attente' returning 1) select count(*) > 0 from gone",
      expect: { value: false },
    },
    {
      title: 'a member adds no commission, which follows from what the company earned',
      as: as.paidNadia,
      setup: hers,
      sql: `insert into commissions (id, partner_id, lead_id, description, revenue_cents, commission_rate, tier_name,
          amount_cents, status, created_at)
        values ('${idOf(991)}', '${marie}', '${idOf(41)}', '', 100, 10, 'Bronze', 10, 'en_attente', now())`,
      expect: byPolicy,
    },
  ],
  files: (
    [
      ['an owner opens what a colleague sent', as.marie, true],
      ['a manager no document', as.manager, false],
    ] as const
  ).map(([title, actor, value]) => ({
    title,
    as: { ...actor, userId: actor === as.marie ? marie : left },
    setup: `update files set uploaded_by = '${nadia}' where uploaded_by = '${marie}' and purpose = 'partner_document'`,
    sql: "select count(*) > 0 from files where purpose = 'partner_document'",
    expect: { value },
  })),
}

/** Adds what the roles of a partner's people mean to the expectations of each table. */
export function withPartnerRoles(tables: Catalogue['tables']): Catalogue['tables'] {
  return Object.fromEntries(
    Object.entries(tables).map(([name, table]) => {
      const expectation = expectations[name]
      if (!('access' in table)) return [name, table]
      const facts = [...(expectation ? factsOf(name, table, expectation) : []), ...(further[name] ?? [])]
      return [name, { ...table, policyFacts: [...(table.policyFacts ?? []), ...facts] }]
    }),
  )
}

const held = (partner: string) =>
  `select coalesce(full_name, '') || ' ' || coalesce(role, '') from app.hold_partner('${partner}')`

export const partnerRoleFunctions: Catalogue['functions'] = {
  'app.hold_partner(uuid)': {
    facts: [
      { title: 'names the main person', as: as.nadia, sql: held(marie), expect: { value: 'Marie Dupont partner' } },
      { title: 'partners hold their own', as: as.nadia, sql: held(idOf(2)), expect: { value: ' ' } },
      { title: 'staff all', as: as.ada, sql: held(idOf(2)), expect: { value: 'Karim Benali partner' } },
    ],
    checks: { 'whose partner': ["app.is_partner(current_setting('role')) and", 'false and'] },
  },
  'app.lock_partners(uuid[])': { checks: null },
  'app.lock_commission_stats(uuid[])': { checks: null },
}
