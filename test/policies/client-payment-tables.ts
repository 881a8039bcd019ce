import { type Catalogue, everything, type Row, type TableExpectation } from './catalogue.ts'
import { ada, as, idOf, karim, marie, monday, tuesday } from './people.ts'
import { clientPaymentsHidden, leadTermsHidden } from './policy-facts.ts'

const receipt = (number: number, lead: number, net_cents: number, more: object = {}): Row => ({
  id: idOf(number),
  lead_id: idOf(lead),
  kind: 'payment',
  reference: 'F-1',
  received_on: '2026-03-02',
  net_cents,
  recorded_by: ada,
  created_at: monday,
  ...more,
})

export const paymentMarie = idOf(141)
export const partMarie = idOf(151)

/** Marie's client has paid 400 of 1 000 €, Karim's all of 100 €. */
export const partRows: Readonly<Record<string, Row>> = {
  "Marie's remainder": part(152, marie, 47, 60_000, { kind: 'deal', status: 'en_attente' }),
  "Marie's part": part(151, marie, 47, 40_000, { client_payment_id: paymentMarie }),
  "Karim's part": part(153, karim, 48, 10_000, { client_payment_id: idOf(142) }),
}

function part(number: number, partner_id: string, lead: number, revenue_cents: number, more: object): Row {
  const counts = { kind: 'payment', status: 'valide', validated_at: tuesday, payable_by: tuesday }
  const isPending = 'status' in more
  return {
    id: idOf(number),
    partner_id,
    lead_id: idOf(lead),
    revenue_cents,
    commission_rate: 15,
    tier_name: 'Bronze',
    amount_cents: (revenue_cents * 15) / 100,
    created_at: monday,
    ...(isPending ? {} : counts),
    ...more,
  }
}

const payment = (cents: number, { id = 148, reference = 'F-2', lead = 47 } = {}) =>
  `insert into client_payments (id, lead_id, kind, reference, received_on, net_cents, recorded_by, created_at)
  values ('${idOf(id)}', '${idOf(lead)}', 'payment', '${reference}', '2026-03-03', ${cents}, '${ada}', '${tuesday}')`
const refund = (cents: number, of = paymentMarie, id = 149) =>
  `insert into client_payments (id, lead_id, kind, reference, received_on, net_cents, refunds_id, recorded_by, created_at)
  values ('${idOf(id)}', '${idOf(47)}', 'refund', 'AV-${id}', '2026-03-03', ${cents}, '${of}', '${ada}', '${tuesday}')`
const earned = (cents: number, rate = 15) =>
  `insert into commissions (id, partner_id, lead_id, kind, client_payment_id, revenue_cents, commission_rate, tier_name,
    amount_cents, status, created_at, validated_at, payable_by)
  values ('${idOf(159)}', '${marie}', '${idOf(47)}', 'payment', '${idOf(148)}', ${cents}, ${rate}, 'Bronze',
    ${(cents * rate) / 100}, 'valide', '${tuesday}', '${tuesday}', '${tuesday}')`
const takenBack = (cents: number) =>
  `insert into commissions (id, partner_id, lead_id, kind, client_payment_id, reverses_id, description, revenue_cents,
    commission_rate, tier_name, amount_cents, status, created_at, validated_at)
  values ('${idOf(158)}', '${marie}', '${idOf(47)}', 'clawback', '${idOf(149)}', '${partMarie}', 'Remboursé', ${-cents}, 15,
    'Bronze', ${(-cents * 15) / 100}, 'valide', '${tuesday}', '${tuesday}')`
const remainder = (cents: number) =>
  `update commissions set revenue_cents = ${cents}, amount_cents = ${(cents * 15) / 100} where id = '${idOf(152)}'`

const notMadeUp = { refused: 'client_payments_add_up' }
const notItsPart = { refused: 'commissions_part_of_payment' }

/** Expectations of `commissions` that are about clients' payments. */
export const partTriggers: NonNullable<TableExpectation['triggers']> = {
  check_part: [
    {
      title: 'a part is what its payment brought',
      as: as.ada,
      setup: `${payment(10_000)}; ${remainder(50_000)}`,
      sql: `${earned(10_000)} returning amount_cents`,
      expect: { value: 1500 },
    },
    { title: 'no more than it', as: as.ada, setup: payment(10_000), sql: earned(20_000), expect: notItsPart },
    { title: 'of its own lead', as: as.ada, setup: payment(10_000, { lead: 42 }), sql: earned(10_000), expect: notItsPart },
    {
      title: 'nobody earns a part by recording it themselves',
      as: { role: 'admin', userId: marie },
      setup: payment(10_000),
      sql: earned(10_000),
      expect: { refused: 'commissions_own' },
    },
    {
      title: 'a refund takes back what it gave back',
      as: as.ada,
      setup: `${refund(10_000)}; update lead_terms set expected_cents = 90000 where lead_id = '${idOf(47)}'`,
      sql: `${takenBack(10_000)} returning amount_cents`,
      expect: { value: -1500 },
    },
    { title: 'no less than it', as: as.ada, setup: refund(10_000), sql: takenBack(5000), expect: notItsPart },
  ],
  check_received: [
    {
      title: 'a payment, its part and what is still expected are recorded together',
      as: as.ada,
      setup: `${payment(10_000)}; ${earned(10_000)}`,
      sql: `${remainder(50_000)} returning amount_cents`,
      expect: { value: 7500 },
    },
    {
      title: 'what is still expected shrinks with each part',
      as: as.ada,
      setup: payment(10_000),
      sql: earned(10_000),
      expect: notMadeUp,
    },
    { title: 'and by nothing else', as: as.ada, sql: remainder(50_000), expect: notMadeUp },
    {
      title: 'what is still expected of a client who pays is not validated as a whole',
      as: as.ada,
      sql: `update commissions set status = 'valide', validated_at = now(), payable_by = now() where id = '${idOf(152)}'`,
      expect: notMadeUp,
    },
    {
      title: 'a partner does not remove what is still expected',
      as: as.marie,
      sql: `delete from commissions where id = '${idOf(152)}'`,
      expect: notMadeUp,
    },
    {
      title: 'parts of one lead have one rate',
      as: as.ada,
      setup: `${payment(10_000)}; ${remainder(50_000)}`,
      sql: earned(10_000, 20),
      expect: notMadeUp,
    },
  ],
}

export const clientPaymentTables: Catalogue['tables'] = {
  client_payments: {
    rights: { insert: ['money'] },
    rows: {
      "of Marie's lead": receipt(141, 47, 40_000),
      "of Karim's lead": receipt(142, 48, 10_000, { recorded_by: as.alan.userId }),
    },
    policyFacts: clientPaymentsHidden,
    access: {
      system: everything,
      admin: { select: 'all', insert: ["of Marie's lead"] },
      partner: { select: ["of Marie's lead"] },
    },
    triggers: {
      set_keys: [
        {
          title: 'a payment is listed under the names of its lead and partner, also when they change',
          as: as.ada,
          setup: `update leads set company = 'Été SARL' where id = '${idOf(47)}';
            update profiles set full_name = 'Marie Éluard' where user_id = '${marie}'`,
          sql: `select partner_key || '|' || lead_key || '|' || (search_text like 'f-1 % ete sarl marie eluard')
            from client_payments where id = '${paymentMarie}'`,
          expect: { value: 'marie eluard|ete sarl|true' },
        },
      ],
      check_client_payment: [
        {
          title: 'at most what was paid is refunded',
          as: as.ada,
          setup: refund(30_000, paymentMarie, 150),
          sql: refund(20_000),
          expect: { refused: 'client_payments_refund_bound' },
        },
        {
          title: 'a refund is not refunded',
          as: as.ada,
          setup: refund(30_000, paymentMarie, 150),
          sql: refund(10_000, idOf(150)),
          expect: { refused: 'client_payments_refund_bound' },
        },
      ],
      check_received: [
        { title: 'a payment is recorded with its part', as: as.ada, sql: payment(10_000), expect: notMadeUp },
        { title: 'a refund is recorded with what it takes back', as: as.ada, sql: refund(10_000), expect: notMadeUp },
        {
          title: 'a payment is recorded once, however its number is written',
          as: as.ada,
          sql: payment(40_000, { reference: 'f-1' }),
          expect: { refused: 'client_payments_once' },
        },
      ],
    },
  },
  lead_terms: {
    rights: { insert: ['leads', 'money'], update: ['leads', 'money'] },
    rows: {
      "of Marie's lead": { lead_id: idOf(47), commission_basis: 'cash', expected_cents: 100_000 },
      "of Karim's lead": { lead_id: idOf(48), commission_basis: 'cash', expected_cents: 10_000 },
    },
    policyFacts: leadTermsHidden,
    access: {
      system: everything,
      admin: everything,
      partner: { select: ["of Marie's lead"] },
    },
    triggers: {
      check_received: [
        {
          title: 'more is expected only with a commission on it',
          as: as.ada,
          sql: `update lead_terms set expected_cents = 200000 where lead_id = '${idOf(47)}'`,
          expect: notMadeUp,
        },
      ],
    },
  },
}
