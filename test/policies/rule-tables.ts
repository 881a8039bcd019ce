import { type Catalogue, everything, type Row } from './catalogue.ts'
import { ada, as, idOf, karim, marie, monday } from './people.ts'
import { signingsRefused } from './policy-facts.ts'

const programme = '01940000-0000-7000-8000-000000000205'
const [ofMarie, ofKarim, ofOffer] = [idOf(991), idOf(992), idOf(993)]

const definition = (change: object = {}) => ({
  base: 'estimate',
  rate: { tiers: true },
  fixedCents: null,
  when: { always: true },
  cap: { leadCents: null, yearCents: null },
  bonuses: [],
  reduction: null,
  ...change,
})
const ownBonus = { measure: 'signatures', per: 'year', from: 1, pays: { cents: 700 } }
const own = definition({
  rate: { percent: 20 },
  fixedCents: 5000,
  cap: { leadCents: null, yearCents: 25_000 },
  reduction: { months: 12 },
  bonuses: [ownBonus],
})
const version = (rule_id: string, number: number, valid_from: string, rule: object | null): Row => ({
  rule_id,
  version: number,
  valid_from,
  definition: rule,
  published_at: monday,
})
const signing = (lead: number, partner_id: string, rule_id: string): Row => ({
  lead_id: idOf(lead),
  partner_id,
  rule_id,
  rule_version: 1,
  signed_on: '2026-03-10',
  revenue_cents: 100_000,
  commission_rate: 20,
  fixed_cents: 5000,
})
const fact = (seq: number, partner_id: string, rule_id: string, lead: number, kind: string): Row => ({
  seq,
  partner_id,
  rule_id,
  lead_id: idOf(lead),
  kind,
  day: '2026-03-10',
  recorded_at: monday,
})

/** Marie signs a lead of her own under her terms, as fact number 700. */
const signed = `delete from commissions where lead_id = '${idOf(42)}';
  insert into lead_signings (lead_id, partner_id, rule_id, rule_version, signed_on, revenue_cents, commission_rate, fixed_cents)
    values ('${idOf(42)}', '${marie}', '${ofMarie}', 1, '2026-03-10', 100000, 20, 5000);
  insert into commission_facts (seq, partner_id, rule_id, lead_id, kind, day, recorded_at) overriding system value
    values (700, '${marie}', '${ofMarie}', '${idOf(42)}', 'signed', '2026-03-10', '${monday}')`

const reasonOf = (line: number, change: object) => ({
  why: 'rate',
  leadRevenueCents: 100_000,
  shareBasisPoints: 10_000,
  ratePercent: 20,
  tierName: null,
  cut: null,
  seq: 700,
  line,
  source: 'signature',
  day: '2026-03-10',
  year: '2026',
  grossCents: 20_000,
  ...change,
})
const line = (number: number, { kind = 'deal', lead = 42, revenue = 100_000, rate = 20, amount = 20_000 }, reason: object) =>
  `insert into commissions (id, partner_id, lead_id, kind, description, revenue_cents, commission_rate, tier_name, amount_cents,
    created_at, rule_id, rule_version, reason)
  values ('${idOf(970 + number)}', '${marie}', ${lead ? `'${idOf(lead)}'` : 'null'}, '${kind}', 'Bonus', ${revenue}, ${rate}, '',
    ${amount}, '${monday}', '${ofMarie}', 1, '${JSON.stringify(reasonOf(number, reason))}')`
const rate = line(1, {}, {})
const fixed = (amount: number, cut: object | null) =>
  line(2, { kind: 'fixed', revenue: 0, rate: 0, amount }, { why: 'fixed', fixedCents: 5000, grossCents: 5000, cut })
const bonus = (cents: number) =>
  line(
    3,
    { kind: 'bonus', lead: 0, revenue: 0, rate: 0, amount: cents },
    {
      why: 'bonus',
      bonus: { ...ownBonus, pays: { cents } },
      index: 0,
      grossCents: cents,
      source: null,
      value: 1,
      countedCents: 100_000,
      targetCents: cents,
      beforeCents: 0,
      period: { from: '2026-01-01', to: '2026-12-31' },
    },
  )
const counts = `${signed}; ${rate}; update commissions set status = 'valide', validated_at = created_at, payable_by = created_at
  where id = '${idOf(971)}'`
const takenBack = (revenue: number, amount: number, reason: object) =>
  `insert into commissions (id, partner_id, lead_id, kind, reverses_id, description, revenue_cents, commission_rate, tier_name,
    amount_cents, status, created_at, validated_at, rule_id, rule_version, reason)
  values ('${idOf(979)}', '${marie}', '${idOf(42)}', 'clawback', '${idOf(971)}', 'Parti', ${-revenue}, 20, '', ${-amount},
    'valide', '${monday}', '${monday}', '${ofMarie}', 1,
    '${JSON.stringify({ seq: 700, line: 4, year: '2026', grossCents: -amount, ...reason })}')`
const next = (ruleId: string, number: number, from: string, rule: object | null = own) =>
  `insert into commission_rule_versions (rule_id, version, valid_from, definition, published_at)
  values ('${ruleId}', ${number}, '${from}', ${rule ? `'${JSON.stringify(rule)}'` : 'null'}, '${monday}')`
const overAllBonus = { ...ownBonus, per: 'quarter', counts: 'all' }
const overAll = { ...own, bonuses: [overAllBonus] }
const ruleOfOffer = `insert into commission_rules (id, partner_id, offer, created_at)
  values ('${ofOffer}', '${marie}', 'star', '${monday}')`
/** Marie's terms have a bonus over all offers from a day on, and what happened to a lead of another rule is recorded. */
const countedElsewhere = `${ruleOfOffer}; ${next(ofOffer, 1, '2026-04-01', definition())};
  ${next(ofMarie, 3, '2126-03-02', overAll)};
  insert into commission_facts (seq, partner_id, rule_id, lead_id, kind, day, recorded_at) overriding system value
    values (702, '${marie}', '${ofOffer}', '${idOf(42)}', 'validated', '2026-03-10', '${monday}')`
const bonusOverAll = (from: string, counted: object, ruleVersion = 3) => {
  const [year = ''] = from.split('-')
  const reason = {
    why: 'bonus',
    bonus: counted,
    index: 0,
    period: { from, to: `${year}-06-30` },
    value: 1,
    countedCents: 0,
    cut: null,
    targetCents: 700,
    beforeCents: 0,
    grossCents: 700,
    seq: 702,
    line: 1,
    source: null,
    day: from,
    year,
  }
  return `insert into commissions (id, partner_id, kind, description, revenue_cents, commission_rate, tier_name, amount_cents,
    created_at, rule_id, rule_version, reason)
  values ('${idOf(978)}', '${marie}', 'bonus', 'Bonus', 0, 0, '', 700, '${monday}', '${ofMarie}', ${ruleVersion},
    '${JSON.stringify(reason)}')`
}
const follows = { refused: 'commission_rule_versions_follow' }
const amount = { refused: 'commissions_amount' }
const ruleLine = { refused: 'commissions_rule_line' }
const bound = { refused: 'commissions_clawback_bound' }

/** Which rule makes what: after leads, which have offers; before commissions, which name a version. */
export const ruleTables: Catalogue['tables'] = {
  commission_rules: {
    rights: { insert: ['programme'] },
    rows: {
      'of the programme': { id: programme, created_at: monday },
      'of Marie': { id: ofMarie, partner_id: marie, created_at: monday },
      'of Karim': { id: ofKarim, partner_id: karim, created_at: monday },
    },
    access: {
      system: { select: 'all' },
      admin: everything,
      partner: { select: ['of the programme', 'of Marie'] },
    },
  },
  commission_rule_versions: {
    rights: { insert: ['programme'], delete: ['programme'] },
    rows: {
      'of the programme': { ...version(programme, 1, '0001-01-01', definition()), published_at: '0001-01-01T00:00:00Z' },
      'of Marie': version(ofMarie, 1, '2026-03-10', own),
      'of Marie, to come': version(ofMarie, 2, '2126-03-02', own),
      'of Karim': version(ofKarim, 1, '2026-03-10', own),
    },
    access: {
      system: { select: 'all' },
      admin: { ...everything, delete: ['of Marie, to come'] },
      partner: { select: ['of the programme', 'of Marie', 'of Marie, to come'] },
    },
    triggers: {
      check_rule_has_tiers: [
        {
          title: 'no rule pays at the rate of the tier without tiers',
          as: as.ada,
          setup: `alter table partner_tiers disable trigger check_tiers;
            update partner_tiers set tier_order = null, archived_at = now()`,
          sql: next(ofKarim, 2, '2026-04-01', definition({ rate: { tiers: true } })),
          expect: { refused: 'partner_tiers_of_rules' },
        },
      ],
      check_rule_version: [
        {
          title: 'a version follows the one before from its day on',
          as: as.ada,
          sql: `${next(ofKarim, 2, '2026-04-01')} returning version`,
          expect: { value: 2 },
        },
        { title: 'it does not begin before it', as: as.ada, sql: next(ofMarie, 3, '2026-04-01'), expect: follows },
        { title: 'nor before it is published', as: as.ada, sql: next(programme, 2, '2026-03-01'), expect: follows },
        { title: 'nor are numbers left out', as: as.ada, sql: next(ofKarim, 3, '2026-04-01'), expect: follows },
        {
          title: 'the rule of the programme does not end',
          as: as.ada,
          sql: next(programme, 2, '2026-04-01', null),
          expect: { refused: 'commission_rule_versions_end' },
        },
        {
          title: 'what is no rule is not published',
          as: as.ada,
          sql: next(ofKarim, 2, '2026-04-01', definition({ rate: null })),
          expect: { refused: 'commission_rule_versions_definition' },
        },
        {
          title: 'nor a bonus that counts something else',
          as: as.ada,
          sql: next(ofKarim, 2, '2026-04-01', definition({ bonuses: [{ ...ownBonus, counts: 'some' }] })),
          expect: { refused: 'commission_rule_versions_definition' },
        },
        {
          title: 'an offer’s rule has no bonus over all of them',
          as: as.ada,
          setup: ruleOfOffer,
          sql: next(ofOffer, 1, '2026-04-01', overAll),
          expect: { refused: 'commission_rule_versions_counts' },
        },
      ],
    },
  },
}

const endedFact = (day: string) => `insert into commission_facts (partner_id, rule_id, lead_id, kind, day, recorded_at)
  values ('${marie}', '${ofMarie}', '${idOf(46)}', 'ended', '${day}', '${monday}')`
const endedOn = (day: string) => `${endedFact(day)};
  update lead_signings set ended_on = '${day}' where (lead_id, partner_id) = ('${idOf(46)}', '${marie}')`

export const signingTables: Catalogue['tables'] = {
  lead_signings: {
    rights: { insert: ['leads', 'money'], update: ['leads', 'money'], delete: ['leads', 'money'] },
    rows: {
      'of Marie': signing(46, marie, ofMarie),
      'of Karim': signing(44, karim, ofKarim),
      "of Marie on Karim's": signing(44, marie, ofMarie),
      "of Karim on Marie's": signing(46, karim, ofKarim),
    },
    access: {
      system: everything,
      admin: everything,
      partner: {
        select: ['of Marie', "of Marie on Karim's"],
        insert: ['of Marie'],
        delete: ['of Marie', "of Marie on Karim's"],
      },
    },
    policyFacts: signingsRefused,
    triggers: {
      check_signing: [
        {
          title: 'a lead is signed under the rule of its day',
          as: as.marie,
          setup: `delete from commissions where lead_id = '${idOf(42)}'`,
          sql: `insert into lead_signings (lead_id, partner_id, rule_id, rule_version, signed_on, revenue_cents, commission_rate,
              fixed_cents)
            values ('${idOf(42)}', '${marie}', '${ofMarie}', 1, '2026-03-10', 100000, 30, 5000)`,
          expect: { refused: 'lead_signings_terms' },
        },
        {
          title: 'with the part that its partner has of it',
          as: as.marie,
          setup: `delete from commissions where lead_id = '${idOf(42)}'`,
          sql: `insert into lead_signings (lead_id, partner_id, rule_id, rule_version, signed_on, revenue_cents, share,
              commission_rate, fixed_cents)
            values ('${idOf(42)}', '${marie}', '${ofMarie}', 1, '2026-03-10', 100000, 6000, 20, 3000)`,
          expect: { refused: 'lead_signings_terms' },
        },
        {
          title: 'one line stands for a lead of the specification’s rule alone',
          as: as.ada,
          setup: `delete from commissions where lead_id = '${idOf(42)}'`,
          sql: `insert into lead_signings (lead_id, partner_id, rule_id, rule_version, in_one_line, signed_on, revenue_cents,
              commission_rate, fixed_cents)
            values ('${idOf(42)}', '${marie}', '${ofMarie}', 1, true, '2026-03-10', 100000, 20, 5000)`,
          expect: { refused: 'lead_signings_terms' },
        },
        {
          title: 'nobody takes over a part that has not ended',
          as: as.ada,
          setup: `delete from commissions where lead_id = '${idOf(42)}'`,
          sql: `insert into lead_signings (lead_id, partner_id, rule_id, rule_version, signed_on, revenue_cents, commission_rate,
              fixed_cents, client_since)
            values ('${idOf(42)}', '${marie}', '${ofMarie}', 1, '2026-03-10', 100000, 20, 5000, '2026-03-01')`,
          expect: { refused: 'lead_signings_taken_over' },
        },
      ],
      check_ending: [
        {
          title: 'what a lead brings ends with a fact',
          as: as.ada,
          sql: `update lead_signings set ended_on = '2026-03-11' where (lead_id, partner_id) = ('${idOf(46)}', '${marie}')`,
          expect: { refused: 'lead_signings_ended_once' },
        },
        {
          title: 'once',
          as: as.ada,
          setup: endedOn('2026-03-11'),
          sql: `${endedFact('2026-03-12')};
            update lead_signings set ended_on = '2026-03-12' where (lead_id, partner_id) = ('${idOf(46)}', '${marie}')`,
          expect: { refused: 'lead_signings_ended_once' },
        },
      ],
      keep_lead_terms: [
        {
          title: 'where payments of the client bring it, the client is expected to pay',
          as: as.ada,
          setup: `delete from commissions where lead_id = '${idOf(42)}';
            insert into commission_rules (id, partner_id, offer, created_at)
              select '${idOf(993)}', '${marie}', offer_type, '${monday}' from leads where id = '${idOf(42)}';
            ${next(idOf(993), 1, '2026-03-10', definition({ base: 'client_payment' }))};
            insert into lead_signings (lead_id, partner_id, rule_id, rule_version, signed_on, revenue_cents, commission_rate,
                tier_name, tier_names)
              select '${idOf(42)}', '${marie}', '${idOf(993)}', 1, '2026-03-10', 100000, t.commission_rate, t.name, t.names
              from app.tier_of('${marie}') t`,
          sql: `select expected_cents::int from lead_terms where lead_id = '${idOf(42)}'`,
          expect: { value: 100_000 },
        },
      ],
      check_signed_lead: [
        {
          title: 'a lead that is not signed has no terms',
          as: as.system,
          sql: `insert into lead_signings (lead_id, partner_id, rule_id, rule_version, signed_on, revenue_cents, commission_rate,
              fixed_cents)
            values ('${idOf(41)}', '${marie}', '${ofMarie}', 1, '2026-03-10', 100000, 20, 5000)`,
          expect: { refused: 'leads_signed_commission' },
        },
        {
          title: 'a shared lead is signed for each of its partners',
          as: as.system,
          sql: `update leads set status = 'signe' where id = '${idOf(49)}';
            insert into lead_signings (lead_id, partner_id, rule_id, rule_version, signed_on, revenue_cents, share,
              commission_rate, fixed_cents)
            values ('${idOf(49)}', '${marie}', '${ofMarie}', 1, '2026-03-10', 100000, 7000, 20, 3500)`,
          expect: { refused: 'leads_signed_commission' },
        },
      ],
    },
  },
  commission_facts: {
    rights: { insert: ['leads', 'money'] },
    rows: {
      "Marie's signature": fact(601, marie, ofMarie, 46, 'signed'),
      "Marie's payment": fact(602, marie, ofMarie, 46, 'paid'),
      "Karim's signature": fact(603, karim, ofKarim, 44, 'signed'),
    },
    access: {
      system: everything,
      admin: everything,
      partner: { select: ["Marie's signature", "Marie's payment"], insert: ["Marie's signature"] },
    },
    triggers: {
      fact_stays: [
        {
          title: 'what was recorded stays',
          as: as.system,
          setup: `${signed}; grant update on commission_facts to passerelle_system`,
          sql: `update commission_facts set day = '2026-03-03' where seq = 700`,
          expect: { refused: 'commission_facts_final' },
        },
      ],
    },
  },
}

/** Facts of the triggers on commissions. */
export const ruleLineTriggers = {
  check_earning_day: [
    {
      title: 'a payment after the end brings nothing',
      as: as.ada,
      setup: signed,
      sql: `insert into commission_facts (partner_id, rule_id, lead_id, kind, day, recorded_at)
          values ('${marie}', '${ofMarie}', '${idOf(42)}', 'ended', '2026-03-10', '${monday}');
        update lead_signings set ended_on = '2026-03-10' where lead_id = '${idOf(42)}';
        insert into client_payments (id, lead_id, kind, reference, received_on, net_cents, recorded_by, created_at)
          values ('${idOf(979)}', '${idOf(42)}', 'payment', 'F-979', '2026-03-11', 100000, '${ada}', '${monday}');
        ${line(4, { kind: 'payment' }, { source: idOf(979) })
          .replace('(id,', '(client_payment_id, status, validated_at, id,')
          .replace('values (', `values ('${idOf(979)}', 'valide', '${monday}', `)}`,
      expect: { refused: 'commissions_earning_day' },
    },
  ],
  check_rule_line: [
    {
      title: 'a partner’s signature brings what their rule says',
      as: as.marie,
      setup: signed,
      sql: `${rate}; ${fixed(5000, null)} returning amount_cents`,
      expect: { value: 5000 },
    },
    {
      title: 'the cap of the year leaves a remainder',
      as: as.marie,
      setup: `${signed}; ${rate}; ${fixed(5000, null)}`,
      sql: bonus(700),
      expect: { refused: 'commissions_rule_caps' },
    },
    {
      title: 'no bonus that the rule has not',
      as: as.marie,
      setup: `${signed}`,
      sql: bonus(7000),
      expect: ruleLine,
    },
    {
      title: 'not more than the arithmetic',
      as: as.marie,
      setup: signed,
      sql: line(1, { amount: 21_000 }, { grossCents: 21_000 }),
      expect: amount,
    },
    {
      title: 'not at another rate',
      as: as.marie,
      setup: signed,
      sql: line(1, { rate: 30, amount: 30_000 }, { ratePercent: 30, grossCents: 30_000 }),
      expect: ruleLine,
    },
    {
      title: 'no line of a fact that nobody recorded',
      as: as.marie,
      setup: signed,
      sql: line(1, {}, { seq: 701 }),
      expect: ruleLine,
    },
    {
      title: 'a lead of another rule brings a bonus over all offers',
      as: as.ada,
      setup: countedElsewhere,
      sql: `${bonusOverAll('2126-04-01', overAllBonus)} returning amount_cents`,
      expect: { value: 700 },
    },
    {
      title: 'not before the period that it begins with',
      as: as.ada,
      setup: countedElsewhere,
      sql: bonusOverAll('2026-04-01', overAllBonus),
      expect: ruleLine,
    },
    {
      title: 'a lead of another rule brings no bonus that counts its rule',
      as: as.ada,
      setup: countedElsewhere,
      sql: bonusOverAll('2126-04-01', ownBonus, 1),
      expect: ruleLine,
    },
  ],
  commission_keeps_rule: [
    {
      title: 'a line keeps the rule that made it',
      as: as.ada,
      setup: `${signed}; ${rate}`,
      sql: `update commissions set rule_id = '${programme}' where id = '${idOf(971)}'`,
      expect: { refused: 'commissions_rule_kept' },
    },
  ],
} as const

export const clawbacksByRule = [
  {
    title: 'of a client who leaves, the months that are not over',
    as: as.ada,
    setup: counts,
    sql: `${takenBack(75_000, 15_000, { why: 'left', months: 12, stayed: 3 })} returning amount_cents`,
    expect: { value: -15_000 },
  },
  {
    title: 'and no more',
    as: as.ada,
    setup: counts,
    sql: takenBack(75_000, 15_001, { why: 'left', months: 12, stayed: 3 }),
    expect: bound,
  },
  {
    title: 'a part of the revenue at the rate of its line',
    as: as.ada,
    setup: counts,
    sql: takenBack(1000, 100, { why: 'taken_back', isRest: false }),
    expect: bound,
  },
] as const

export const ruleFunctions: Catalogue['functions'] = {
  'app.rule_for(uuid,text,date)': { checks: null },
  'app.version_over_all(uuid,date,timestamp with time zone)': { checks: null },
  'app.clawback_by_rule(commissions,commissions)': { checks: null },
}
