import { type Catalogue, everything, type Fact, type Row } from './catalogue.ts'
import { keptRegistrations } from './lead-facts.ts'
import { ada, alan, as, idOf, karim, marie, monday, tuesday } from './people.ts'

const [paul, anne, rose, luc, zoe, lost] = [41, 42, 46, 43, 44, 45].map(idOf) as [string, string, string, string, string, string]
const registration = (lead_id: string, partner_id: string, place: number, about: object): Row => ({
  lead_id,
  partner_id,
  number: `REF-2026-9000${place}`,
  seq: 90_000 + place,
  submitted_at: monday,
  ...about,
})
const accepted = { state: 'accepted', decided_at: monday, decided_by: alan }
const refused = { state: 'refused', decided_at: tuesday, decided_by: alan, reason: 'hors_cible' }

const set = (lead: string, what: string) => `update lead_registrations set ${what} where lead_id = '${lead}' returning state`
const accept = (by: string) => `state = 'accepted', decided_at = '${tuesday}', decided_by = '${by}'`
/** As the owner, past the steps. */
const setupSql = (lead: string, what: string) => `alter table lead_registrations disable trigger user;
  update lead_registrations set ${what} where lead_id = '${lead}'; alter table lead_registrations enable trigger user`
const accepted41 = setupSql(paul, `state = 'accepted', decided_at = '${monday}', protected_until = '2036-01-01'`)
const refused41 = setupSql(paul, `state = 'refused', decided_at = '${tuesday}', reason = 'doublon'`)
const stateOf = (lead: string) => `select state from lead_registrations where lead_id = '${lead}'`
const refuses = (constraint: string) => ({ refused: `lead_registrations_${constraint}` })
/** Staff decided for that lead, and against the one that is set so. */
const decidedFor = (winner: string, message: string) =>
  `state = 'refused', decided_at = now(), decided_by = '${ada}', reason = 'deja_apporte', protected_until = null,
    message = '${message}', decided_for = '${winner}'`
const sameCompany = `update leads set company = 'Luc SAS' where id = '${paul}'`
const newLead = (
  status: string,
) => `insert into leads (id, partner_id, name, company, email, estimated_amount_cents, offer_type, status,
  created_at, updated_at)
  values ('${idOf(99)}', '${marie}', 'Neuf', 'Neuf SARL', 'n@client.fr', 700, 'star', '${status}', '${monday}', now())`
const noAmount = "update lead_fields set required = false where key = 'estimatedAmountCents'"
const signedAlone = 'set constraints all deferred'

const ofMarie = [
  "Marie's, to answer",
  "Marie's, signed",
  "Marie's second, signed",
  "Marie's, whose client has begun to pay",
  "Marie's, shared",
]

export const registrationTables: Catalogue['tables'] = {
  lead_registrations: {
    rights: { update: ['leads'] },
    rows: {
      "Marie's, to answer": registration(paul, marie, 1, { state: 'submitted', former_partners: [karim] }),
      "Marie's, signed": registration(anne, marie, 2, { ...accepted, state: 'converted' }),
      "Marie's second, signed": registration(rose, marie, 3, { ...accepted, state: 'converted' }),
      "Marie's, whose client has begun to pay": registration(idOf(47), marie, 7, { ...accepted, state: 'converted' }),
      "Karim's, whose client has paid": registration(idOf(48), karim, 8, { ...accepted, state: 'converted' }),
      "Marie's, shared": registration(idOf(49), marie, 9, accepted),
      "Karim's, shared": registration(idOf(50), karim, 10, accepted),
      "Karim's, accepted": registration(luc, karim, 4, accepted),
      "Karim's, signed": registration(zoe, karim, 5, { ...accepted, state: 'converted' }),
      "of Ada's own": registration(lost, ada, 6, refused),
    },
    access: {
      system: everything,
      admin: {
        select: 'all',
        update: [
          "Marie's, to answer",
          "Marie's, signed",
          "Marie's second, signed",
          "Marie's, whose client has begun to pay",
          "Marie's, shared",
          "Karim's, shared",
          "Karim's, whose client has paid",
          "Karim's, accepted",
          "Karim's, signed",
        ],
      },
      partner: {
        select: ofMarie,
        update: ofMarie,
      },
    },
    triggers: {
      ...keptRegistrations,
      registration_goes_forward: [
        { title: 'staff accept', as: as.ada, sql: set(paul, accept(ada)), expect: { value: 'accepted' } },
        { title: 'a partner does not', as: as.marie, sql: set(paul, "state = 'accepted'"), expect: refuses('own') },
        {
          title: 'what was merged stays merged',
          as: as.ada,
          setup: setupSql(paul, `state = 'merged', decided_at = '${tuesday}', merged_into = '${anne}'`),
          sql: set(paul, "state = 'accepted', merged_into = null"),
          expect: refuses('forward'),
        },
        {
          title: 'a partner asks for another look',
          as: as.marie,
          setup: refused41,
          sql: set(paul, `state = 'appealed', appealed_at = '${tuesday}', appeal = 'Ce client n’est pas le même.'`),
          expect: { value: 'appealed' },
        },
        {
          title: 'once',
          as: as.marie,
          setup: `${refused41}; ${setupSql(paul, `appealed_at = '${tuesday}', appeal = 'Encore'`)}`,
          sql: set(paul, "state = 'appealed', appeal = 'Encore une fois'"),
          expect: refuses('appeal_once'),
        },
        {
          title: 'an extension is granted once',
          as: as.ada,
          setup: `${accepted41}; ${setupSql(
            paul,
            `state = 'extended', extension_state = 'granted', extension_asked_at = '${monday}',
            extension_reason = 'Devis', extension_answered_at = '${monday}'`,
          )}`,
          sql: set(paul, "state = 'accepted', extension_state = null"),
          expect: refuses('forward'),
        },
        {
          title: 'nobody grants their own',
          as: as.marie,
          setup: accepted41,
          sql: set(
            paul,
            `state = 'extended', extension_state = 'granted', extension_asked_at = '${monday}', extension_reason = 'Devis'`,
          ),
          expect: refuses('own'),
        },
        {
          title: 'what is not signed is not converted',
          as: as.ada,
          setup: accepted41,
          sql: set(paul, "state = 'converted'"),
          expect: refuses('converted'),
        },
        {
          title: 'of two partners’ leads of one company one is accepted',
          as: as.ada,
          setup: sameCompany,
          sql: set(paul, accept(ada)),
          expect: refuses('first'),
        },
        {
          title: 'a later one before an earlier one needs a reason',
          as: as.ada,
          setup: `${sameCompany}; ${setupSql(luc, "state = 'submitted', decided_at = null, decided_by = null, seq = 1")}`,
          sql: set(paul, accept(ada)),
          expect: refuses('first'),
        },
      ],
      check_conflict_reason: [
        {
          title: 'a decision for the lead that was there first needs no reason',
          as: as.ada,
          setup: sameCompany,
          sql: set(paul, decidedFor(luc, '')),
          expect: { value: 'refused' },
        },
        {
          title: 'one against the rule does',
          as: as.ada,
          setup: sameCompany,
          sql: set(luc, decidedFor(paul, '')),
          expect: refuses('reasoned'),
        },
        {
          title: 'and not just a word of it',
          as: as.ada,
          setup: sameCompany,
          sql: set(paul, decidedFor(luc, 'Non ')),
          expect: refuses('reasoned'),
        },
        {
          title: 'with it, it stands',
          as: as.ada,
          setup: sameCompany,
          sql: set(luc, decidedFor(paul, 'Un devis signé')),
          expect: { value: 'refused' },
        },
      ],
    },
  },
}

/** Facts of the triggers on leads. */
export const registrationFacts = {
  register_added: [
    {
      title: 'a new lead waits for an answer',
      as: as.marie,
      sql: `${newLead('nouveau')}; ${stateOf(idOf(99))}`,
      expect: { value: 'submitted' },
    },
    {
      title: 'in a programme without registrations it is accepted at once',
      as: as.marie,
      setup: 'update programme_settings set registrations = false',
      sql: `${newLead('nouveau')}; select state || (decided_at = submitted_at)::text || (number like 'REF-2026-0%')::text
        from lead_registrations where lead_id = '${idOf(99)}'`,
      expect: { value: 'acceptedtruetrue' },
    },
  ],
  resubmit: [
    {
      title: 'another company is another registration',
      as: as.marie,
      setup: `${accepted41}; ${setupSql(paul, 'seq = 0')}`,
      sql: `update leads set company = 'Autre' where id = '${paul}';
        select state || (protected_until is null)::text || (seq > 0)::text from lead_registrations where lead_id = '${paul}'`,
      expect: { value: 'submittedtruetrue' },
    },
    {
      title: 'without a company another telephone is another registration',
      as: as.marie,
      setup: `update leads set company = '', phone = '06 12 34 56 78' where id = '${paul}';
        ${accepted41}; ${setupSql(paul, 'seq = 0')}`,
      sql: `update leads set phone = '06 99 99 99 99' where id = '${paul}'; ${stateOf(paul)}`,
      expect: { value: 'submitted' },
    },
    {
      title: 'the same telephone written otherwise is not',
      as: as.marie,
      setup: `update leads set company = '', phone = '06 12 34 56 78' where id = '${paul}'; ${accepted41}`,
      sql: `update leads set phone = '+33 (0)6 12 34 56 78' where id = '${paul}'; ${stateOf(paul)}`,
      expect: { value: 'accepted' },
    },
    {
      title: 'a correction of staff is none',
      as: as.ada,
      setup: accepted41,
      sql: `update leads set company = 'Autre' where id = '${paul}'; ${stateOf(paul)}`,
      expect: { value: 'accepted' },
    },
    {
      title: 'nor is another address of one that is accepted',
      as: as.marie,
      setup: accepted41,
      sql: `update leads set email = 'autre@client.fr' where id = '${paul}'; ${stateOf(paul)}`,
      expect: { value: 'accepted' },
    },
  ],
  check_signature: [
    {
      title: 'a refused lead is not signed',
      as: as.marie,
      setup: refused41,
      sql: `${signedAlone}; update leads set status = 'signe' where id = '${paul}'`,
      expect: { refused: 'leads_signed_refused' },
    },
    {
      title: 'a lead without an amount is not signed where its commission is a share of it',
      as: as.marie,
      setup: `${noAmount}; update leads set estimated_amount_cents = 0 where id = '${paul}'`,
      sql: `${signedAlone}; update leads set status = 'signe' where id = '${paul}'`,
      expect: { refused: 'leads_signed_amount' },
    },
    {
      title: 'nor one whose company somebody else holds',
      as: as.marie,
      setup: sameCompany,
      sql: `${signedAlone}; update leads set status = 'signe' where id = '${paul}'`,
      expect: { refused: 'leads_signed_elsewhere' },
    },
    {
      title: 'nor an accepted one whose company another partner has signed',
      as: as.marie,
      setup: `${accepted41}; update leads set company = 'Zoe SARL' where id = '${paul}'`,
      sql: `${signedAlone}; update leads set status = 'signe' where id = '${paul}'`,
      expect: { refused: 'leads_signed_elsewhere' },
    },
    {
      title: 'a programme without registrations has no such rule',
      as: as.marie,
      setup: `${sameCompany}; update programme_settings set registrations = false`,
      sql: `update leads set status = 'signe' where id = '${paul}'`,
      // It lacks its commission alone.
      expect: { refused: 'leads_signed_commission' },
    },
  ],
  check_new_signature: [
    {
      title: 'a lead is not added as signed beside another one',
      as: as.marie,
      sql: `${signedAlone}; ${newLead('signe').replace("'Neuf SARL'", "'Luc SA'")}`,
      expect: { refused: 'leads_signed_elsewhere' },
    },
  ],
  follow_hand_over: [
    {
      title: 'the registration comes with the lead',
      as: as.ada,
      sql: `update leads set partner_id = '${karim}' where id = '${paul}'; select partner_id || former_partners::text
        from lead_registrations where lead_id = '${paul}'`,
      expect: { value: `${karim}{${karim},${marie}}` },
    },
  ],
  follow_signature: [
    {
      title: 'a lead that leaves Signé is accepted as before',
      as: as.system,
      sql: `${signedAlone}; delete from commissions where lead_id = '${anne}' and status = 'en_attente';
        update leads set status = 'nouveau' where id = '${anne}'; ${stateOf(anne)}`,
      expect: { value: 'accepted' },
    },
  ],
} satisfies Record<string, readonly Fact[]>
