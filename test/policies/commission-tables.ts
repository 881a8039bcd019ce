import { type Catalogue, everything, type Row } from './catalogue.ts'
import { partRows, partTriggers } from './client-payment-tables.ts'
import { commissionPayoutTriggers } from './commission-payout-facts.ts'
import { addsUp, commissionTotalTriggers } from './kept-sums.ts'
import { settledTriggers } from './lead-facts.ts'
import { ada, as, idOf, karim, marie, monday, tuesday } from './people.ts'
import { commissionsRefused } from './policy-facts.ts'
import { clawbacksByRule, ruleLineTriggers } from './rule-tables.ts'

const commission = (number: number, partner_id: string, lead_id: string | null, more: object = {}): Row => {
  const money = { revenue_cents: 100_000, commission_rate: 15, tier_name: 'Bronze', amount_cents: 15_000 }
  const kind = lead_id ? 'deal' : 'manual'
  return { id: idOf(number), partner_id, lead_id, kind, ...money, status: 'en_attente', created_at: monday, ...more }
}
const validated = { lead_id: null, description: 'Prime', status: 'valide', validated_at: tuesday, payable_by: tuesday }

export const commissionMarie = idOf(51)
export const commissionPaid = idOf(53)
/** Part of Marie's payout. */
const onItsWay = idOf(57)
const inPayout = (payout_id: string) => ({ ...validated, description: 'Relevé', payout_id })

export const commissionsAddUp = `select not exists (
  select 1 from commission_stats f full join (
    select partner_id, status, count(*) n, sum(revenue_cents) revenue, sum(amount_cents) cents from commissions group by 1, 2
  ) c using (partner_id, status)
  where coalesce(f.count, 0) <> coalesce(c.n, 0) or coalesce(f.revenue_cents, 0) <> coalesce(c.revenue, 0)
    or coalesce(f.amount_cents, 0) <> coalesce(c.cents, 0))`
const newCommission = `insert into commissions (id, partner_id, kind, description, revenue_cents, commission_rate, tier_name,
  amount_cents, created_at)
  values ('${idOf(98)}', '${marie}', 'manual', 'Prime', 1000, 15, 'Bronze', 150, now())`
const clawback = (revenue: number, amount: number, number = 88, reverses = commissionPaid) =>
  `insert into commissions (id, partner_id, kind, reverses_id, description, revenue_cents, commission_rate, tier_name,
    amount_cents, status, created_at, validated_at)
  values ('${idOf(number)}', '${marie}', 'clawback', '${reverses}', 'Remboursé', ${revenue}, 15, 'Bronze', ${amount}, 'valide',
    '${tuesday}', '${tuesday}')`
const tooMuch = { refused: 'commissions_clawback_bound' }
/** Frees Marie's signed lead of its commission, which the next statement replaces. */
const unsigned = `delete from commissions where id = '${commissionMarie}'`
const ownCommission = (revenue: number, rate: number) =>
  `insert into commissions (id, partner_id, lead_id, revenue_cents, commission_rate, tier_name, amount_cents, created_at)
  values ('${idOf(88)}', '${marie}', '${idOf(42)}', ${revenue}, ${rate}, 'Bronze', ${(revenue * rate) / 100}, '${tuesday}')`
const ownTerms = { refused: 'commissions_own_terms' }
export const signedAlone = { refused: 'leads_signed_commission' }

export const commissionTables: Catalogue['tables'] = {
  commissions: {
    rights: { insert: ['leads', 'money'], update: ['leads', 'money'], delete: ['leads', 'money'] },
    rows: {
      "Marie's pending": commission(51, marie, idOf(42)),
      "Marie's pending, at her own price": commission(56, marie, idOf(46), { revenue_cents: 900_000, amount_cents: 135_000 }),
      "Karim's pending": commission(52, karim, idOf(44)),
      "Marie's by hand": commission(54, marie, null, { description: 'Prime' }),
      "Marie's validated": commission(53, marie, null, validated),
      "Karim's validated": commission(55, karim, null, validated),
      ...partRows,
      "Marie's in a payout": commission(57, marie, null, inPayout(idOf(161))),
      "Marie's in an invoiced payout": commission(60, marie, null, inPayout(idOf(166))),
      "Karim's in a payout": commission(58, karim, null, inPayout(idOf(162))),
      "Ada's in a payout": commission(59, ada, null, inPayout(idOf(165))),
    },
    access: {
      system: everything,
      admin: everything,
      partner: {
        select: [
          "Marie's pending",
          "Marie's pending, at her own price",
          "Marie's by hand",
          "Marie's validated",
          "Marie's remainder",
          "Marie's part",
          "Marie's in a payout",
          "Marie's in an invoiced payout",
        ],
        // The price is judged at commit (check_own_commission).
        insert: ["Marie's pending", "Marie's pending, at her own price", "Marie's remainder"],
        // What is still expected of a client who pays is kept at commit (check_received).
        delete: ["Marie's pending", "Marie's pending, at her own price", "Marie's by hand", "Marie's remainder"],
      },
    },
    policyFacts: commissionsRefused,
    triggers: {
      ...commissionTotalTriggers,
      ...settledTriggers,
      ...partTriggers,
      ...ruleLineTriggers,
      note_paid_day: [
        {
          title: 'the day of a payment is that of the provider’s calendar',
          as: as.ada,
          sql:
            `update commissions set status = 'paye', paid_at = '2026-12-31T23:30:00Z' where id = '${commissionPaid}' ` +
            'returning paid_on::text',
          expect: { value: '2027-01-01' },
        },
      ],
      commission_goes_forward: [
        {
          title: 'a pending commission is validated',
          as: as.ada,
          sql: `update commissions set status = 'valide', validated_at = now(), payable_by = now()
            where id = '${commissionMarie}' returning status`,
          expect: { value: 'valide' },
        },
        {
          title: 'a pending commission cannot be paid before it is validated',
          as: as.ada,
          sql: `update commissions set status = 'paye', validated_at = now(), payable_by = now(), paid_at = now()
            where id = '${commissionMarie}'`,
          expect: { refused: 'commissions_forward' },
        },
        {
          title: 'a validated commission does not become pending again',
          as: as.system,
          sql: `update commissions set status = 'en_attente', validated_at = null, payable_by = null
            where id = '${commissionPaid}'`,
          expect: { refused: 'commissions_forward' },
        },
        {
          title: 'the amount of a validated commission is final',
          as: as.ada,
          sql:
            `update commissions set status = 'paye', paid_at = now(), revenue_cents = 0, amount_cents = 0 ` +
            `where id = '${commissionPaid}'`,
          expect: { refused: 'commissions_amount_final' },
        },
        {
          title: 'a validated commission keeps the names of its tier',
          as: as.ada,
          sql: `update commissions set tier_names = '{"en":"Gold"}' where id = '${commissionPaid}'`,
          expect: { refused: 'commissions_amount_final' },
        },
        {
          title: 'a commission keeps its partner',
          as: as.system,
          sql: `update commissions set partner_id = '${karim}' where id = '${commissionMarie}'`,
          expect: { refused: 'commissions_owner_kept' },
        },
        {
          title: 'the date that was told does not move',
          as: as.ada,
          sql: `update commissions set payable_by = now() where id = '${commissionPaid}'`,
          expect: { refused: 'commissions_amount_final' },
        },
        {
          title: 'a payment is final',
          as: as.ada,
          setup: `update commissions set status = 'paye', paid_at = now() where id = '${commissionPaid}'`,
          sql: `update commissions set payment_reference = 'VIR 2' where id = '${commissionPaid}'`,
          expect: { refused: 'commissions_amount_final' },
        },
        {
          title: 'a payment is taken back with the payout that came back',
          as: as.ada,
          setup: `update payouts set accepted_at = '${tuesday}' where id = '${idOf(161)}';
            select set_config('app.user_id', '${idOf(4)}', true), set_config('app.partner_id', '${idOf(4)}', true);
            update payouts set status = 'approved', approved_by = '${idOf(4)}', approved_at = now() where id = '${idOf(161)}';
            update payouts set status = 'paid', paid_at = now() where id = '${idOf(161)}';
            update commissions set status = 'paye', paid_at = now() where id = '${onItsWay}';
            update payouts set status = 'rejected', paid_at = null, rejected_at = now(), reject_reason = 'Compte clos'
            where id = '${idOf(161)}'`,
          sql: `update commissions set status = 'valide', paid_at = null where id = '${onItsWay}' returning status`,
          expect: { value: 'valide' },
        },
        {
          title: 'and with nothing else',
          as: as.ada,
          setup: `update commissions set status = 'paye', paid_at = now() where id = '${commissionPaid}'`,
          sql: `update commissions set status = 'valide', paid_at = null where id = '${commissionPaid}'`,
          expect: { refused: 'commissions_forward' },
        },
        {
          title: 'nobody pays a commission of their own',
          as: { role: 'admin', userId: marie },
          sql: `update commissions set status = 'paye', paid_at = now() where id = '${commissionPaid}'`,
          expect: { refused: 'commissions_own' },
        },
      ],
      ...commissionPayoutTriggers,
      check_clawback: [
        {
          title: 'a part of a commission is taken back at its rate',
          as: as.ada,
          sql: `${clawback(-1000, -150)} returning amount_cents`,
          expect: { value: -150 },
        },
        ...clawbacksByRule,
        { title: 'at another rate it is not', as: as.ada, sql: clawback(-1000, -149), expect: tooMuch },
        {
          title: 'nor as if of a tier with other names',
          as: as.ada,
          setup: `insert into commissions (id, partner_id, kind, description, revenue_cents, commission_rate, tier_name,
              tier_names, amount_cents, status, created_at, validated_at, payable_by)
            values ('${idOf(87)}', '${marie}', 'manual', 'Prime', 1000, 15, 'Bronze', '{"en":"First"}', 150, 'valide',
              '${tuesday}', '${tuesday}', '${tuesday}')`,
          sql: clawback(-1000, -150, 88, idOf(87)),
          expect: tooMuch,
        },
        { title: 'no more than was earned', as: as.ada, sql: clawback(-100_001, -15_000), expect: tooMuch },
        {
          title: 'no more than earlier clawbacks have left',
          as: as.ada,
          setup: clawback(-60_000, -9000, 89),
          sql: clawback(-60_000, -9000),
          expect: tooMuch,
        },
        {
          title: 'what does not count yet is not taken back',
          as: as.ada,
          sql: clawback(-1000, -150, 88, idOf(54)),
          expect: tooMuch,
        },
        {
          title: 'from the same partner',
          as: as.ada,
          sql: clawback(-1000, -150, 88, idOf(55)),
          expect: tooMuch,
        },
        {
          title: 'nobody takes back a commission of their own',
          as: { role: 'admin', userId: marie },
          sql: clawback(-1000, -150),
          expect: { refused: 'commissions_own' },
        },
      ],
      check_registered: [
        {
          title: 'no money counts for a lead that nobody has accepted',
          as: as.ada,
          setup: `alter table lead_registrations disable trigger user; update lead_registrations set state = 'submitted',
            decided_at = null, decided_by = null where lead_id = '${idOf(42)}'`,
          sql: `update commissions set status = 'valide', validated_at = created_at, payable_by = created_at
            where lead_id = '${idOf(42)}' and status = 'en_attente'`,
          expect: { refused: 'commissions_registered' },
        },
      ],
      check_undisputed: [
        {
          title: 'a contested commission is not paid',
          as: as.ada,
          setup: `update commissions set dispute_state = 'answered' where id = '${commissionPaid}'`,
          sql: `update commissions set status = 'paye', paid_at = now() where id = '${commissionPaid}'`,
          expect: { refused: 'commissions_disputed' },
        },
        {
          title: 'one whose dispute is closed is paid',
          as: as.ada,
          setup: `update commissions set dispute_state = 'upheld' where id = '${commissionPaid}'`,
          sql: `update commissions set status = 'paye', paid_at = now() where id = '${commissionPaid}' returning status`,
          expect: { value: 'paye' },
        },
      ],
      check_own_commission: [
        {
          title: 'a partner’s own move to Signé brings the lead’s amount at the tier’s rate',
          as: as.marie,
          setup: unsigned,
          sql: `${ownCommission(100_000, 15)} returning amount_cents`,
          expect: { value: 15_000 },
        },
        { title: 'not at an own price', as: as.marie, setup: unsigned, sql: ownCommission(900_000, 15), expect: ownTerms },
        {
          title: 'with the tier’s names alone',
          as: as.marie,
          setup: `${unsigned}; update partner_tiers set names = '{"en":"First"}'`,
          sql: ownCommission(100_000, 15),
          expect: ownTerms,
        },
        { title: 'not at an own rate', as: as.marie, setup: unsigned, sql: ownCommission(100_000, 35), expect: ownTerms },
      ],
      check_signed_lead: [
        {
          title: 'a signed lead does not lose its commission',
          as: as.marie,
          sql: `delete from commissions where id = '${commissionMarie}'`,
          expect: signedAlone,
        },
        {
          title: 'a lead that is not signed gets no commission',
          as: as.system,
          sql: `insert into commissions (id, partner_id, lead_id, revenue_cents, commission_rate, tier_name,
          amount_cents, created_at)
            values ('${idOf(97)}', '${marie}', '${idOf(41)}', 0, 15, 'Bronze', 0, now())`,
          expect: signedAlone,
        },
      ],
      set_keys: [
        {
          title: 'a new commission is listed by its partner and what it is for',
          as: as.system,
          sql: `${newCommission} returning partner_key || '|' || lead_key`,
          expect: { value: 'marie dupont|prime' },
        },
      ],
      count_added: [addsUp('a new commission is counted', newCommission, commissionsAddUp)],
      count_changed: [
        addsUp(
          'a validated commission is counted',
          `update commissions set status = 'valide', validated_at = now(), payable_by = now() where id = '${commissionMarie}'`,
          commissionsAddUp,
        ),
      ],
      count_removed: [
        addsUp('a deleted commission is no longer counted', `delete from commissions where id = '${idOf(54)}'`, commissionsAddUp),
      ],
    },
  },
}

const clientOf = (lead: number) => `select app.client_of('${idOf(lead)}') is not null`

export const commissionFunctions: Catalogue['functions'] = {
  'app.client_of(uuid)': {
    facts: [
      {
        title: 'an accountant reads whose client the partner’s commission is of',
        as: as.accountant,
        sql: clientOf(42),
        expect: { value: true },
      },
      { title: 'not of a lead without one', as: as.accountant, sql: clientOf(41), expect: { value: false } },
      { title: 'nor of another partner’s', as: as.accountant, sql: clientOf(44), expect: { value: false } },
      { title: 'a member does not', as: as.nadia, sql: clientOf(42), expect: { value: false } },
    ],
    checks: {
      'the role': ["and app.partner_may('money')", ''],
      'its commission': ['c.lead_id = l.id and', ''],
      'whose commission': ['and c.partner_id = app.partner_id()', ''],
    },
  },
}
