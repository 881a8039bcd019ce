import { bankAnswerTables, clientInvoiceTables } from './bank-answer-tables.ts'
import { bankDetailsTable } from './bank-details.ts'
import { billingTable } from './billing.ts'
import { type Catalogue, every, everything, type Row } from './catalogue.ts'
import { clientPaymentTables } from './client-payment-tables.ts'
import { commissionMarie, commissionTables, signedAlone } from './commission-tables.ts'
import { companyFacts } from './company-tables.ts'
import { disputeAlone, disputeKarim, disputeKarimAlone, disputeMarie, disputeTables } from './dispute-tables.ts'
import { restrictionFacts, restrictionPolicyFacts } from './erasure-tables.ts'
import { fieldFacts } from './field-tables.ts'
import { introductionFacts } from './introduction-tables.ts'
import { invoiceTables } from './invoice-tables.ts'
import { addsUp, leadTotalFacts } from './kept-sums.ts'
import { leadFacts } from './lead-facts.ts'
import { noticeFacts } from './notice-tables.ts'
import { offerFacts } from './offer-tables.ts'
import { payoutFileTables } from './payout-file-tables.ts'
import { payoutExclusionTables, payoutTables } from './payout-tables.ts'
import { ada, as, idOf, karim, marie, monday } from './people.ts'
import { platformStatusTables } from './platform-status-tables.ts'
import { leadCommentsHidden } from './policy-facts.ts'
import { registrationFacts, registrationTables } from './registration-tables.ts'
import { sharedHandOver, sharedReads } from './share-tables.ts'
import { stageFacts } from './stage-tables.ts'
import { uploadedInvoiceTables } from './uploaded-invoice-tables.ts'
import { vigilanceTables } from './vigilance-tables.ts'

const lead = (number: number, partner_id: string, name: string, status = 'nouveau') => {
  const email = `${name.toLowerCase()}@client.fr`
  const times = { created_at: monday, updated_at: monday }
  return {
    id: idOf(number),
    partner_id,
    name,
    company: `${name} SARL`,
    email,
    estimated_amount_cents: 100_000,
    offer_type: 'star',
    status,
    ...times,
  }
}
const comment = (number: number, author_id: string): Row => ({ id: idOf(number), author_id, body: 'Bonjour', created_at: monday })

/** Compares the stored totals of Marie's leads or commissions with the rows. */
export const leadsAddUp = `select not exists (
  select 1 from lead_stats f full join (
    select partner_id, status, count(*) n, sum(estimated_amount_cents) cents from leads group by 1, 2
  ) l using (partner_id, status)
  where coalesce(f.count, 0) <> coalesce(l.n, 0) or coalesce(f.amount_cents, 0) <> coalesce(l.cents, 0))`
const newLead = `insert into leads (id, partner_id, name, company, email, estimated_amount_cents, offer_type,
  created_at, updated_at)
  values ('${idOf(99)}', '${marie}', 'Neuf', 'Neuf SARL', 'n@client.fr', 700, 'star', now(), now())`

const ofMarie = [
  "Marie's",
  "Marie's signed",
  "Marie's second signed",
  "Marie's, whose client has begun to pay",
  "Marie's, which Karim shares",
]

export const businessTables: Catalogue['tables'] = {
  leads: {
    rights: { insert: ['leads'], update: ['leads'], delete: ['leads'] },
    rows: {
      "Marie's": lead(41, marie, 'Paul'),
      "Marie's signed": lead(42, marie, 'Anne', 'signe'),
      "Marie's second signed": lead(46, marie, 'Rose', 'signe'),
      "Marie's, whose client has begun to pay": lead(47, marie, 'Nina', 'signe'),
      "Marie's, which Karim shares": lead(49, marie, 'Sara'),
      "Karim's, whose client has paid": lead(48, karim, 'Omar', 'signe'),
      "Karim's, which Marie shares": lead(50, karim, 'Nora'),
      "Karim's": lead(43, karim, 'Luc'),
      "Karim's signed": lead(44, karim, 'Zoe', 'signe'),
      "Karim's lost": lead(45, karim, 'Lost', 'refuse'),
    },
    access: {
      system: everything,
      admin: everything,
      partner: { ...every(ofMarie), select: [...ofMarie, "Karim's, which Marie shares"] },
    },
    policyFacts: [...sharedReads, ...restrictionPolicyFacts],
    triggers: {
      ...restrictionFacts,
      ...companyFacts,
      ...registrationFacts,
      ...introductionFacts,
      ...leadFacts,
      ...noticeFacts,
      ...offerFacts,
      ...stageFacts,
      ...fieldFacts,
      check_signed_lead: [
        {
          title: 'a lead that is signed without a commission is refused at commit',
          as: as.marie,
          sql: `update leads set status = 'signe' where id = '${idOf(41)}'`,
          expect: signedAlone,
        },
        {
          title: 'a signed lead keeps the partner of its commission',
          as: as.system,
          sql: `update leads set partner_id = '${karim}' where id = '${idOf(42)}'`,
          expect: signedAlone,
        },
      ],
      check_shared_hand_over: sharedHandOver,
      check_new_lead: [
        {
          title: 'a lead that is added as signed needs its commission at commit',
          as: as.marie,
          sql: `insert into leads (id, partner_id, name, company, email, estimated_amount_cents, offer_type, status,
            created_at, updated_at)
            values ('${idOf(99)}', '${marie}', 'Neuf', 'Neuf SARL', 'n@client.fr', 700, 'star', 'signe', now(), now())`,
          expect: signedAlone,
        },
      ],
      count_added: [addsUp('a new lead is counted', newLead, leadsAddUp), ...leadTotalFacts.added],
      count_changed: [
        addsUp(
          'a moved lead is counted',
          `update leads set status = 'refuse', estimated_amount_cents = 5 where id = '${idOf(41)}'`,
          leadsAddUp,
        ),
        ...leadTotalFacts.changed,
      ],
      rename_in_commissions: [
        {
          title: 'a renamed lead’s commission is listed under the new name',
          as: as.marie,
          setup: `update leads set name = 'Zora' where id = '${idOf(42)}'`,
          sql: `select lead_key || '|' || search_text from commissions where id = '${commissionMarie}'`,
          expect: { value: 'zora|marie dupont zora anne sarl ' },
        },
      ],
      count_removed: [
        addsUp('a deleted lead is no longer counted', `delete from leads where id = '${idOf(41)}'`, leadsAddUp),
        ...leadTotalFacts.removed,
      ],
    },
  },
  ...registrationTables,
  ...clientInvoiceTables,
  // Commissions refer to client payments.
  ...clientPaymentTables,
  ...payoutTables,
  ...payoutFileTables,
  ...bankAnswerTables,
  ...commissionTables,
  ...disputeTables,
  ...payoutExclusionTables,
  ...uploadedInvoiceTables,
  ...invoiceTables,
  ...platformStatusTables,
  ...vigilanceTables,
  lead_comments: {
    rights: { insert: ['leads', 'money'] },
    rows: {
      'of Marie on hers': { id: idOf(61), lead_id: idOf(41), author_id: marie, body: 'Bonjour', created_at: monday },
      'of Ada on hers': { id: idOf(62), lead_id: idOf(41), author_id: as.ada.userId, body: 'Bonjour', created_at: monday },
      "of Karim on Karim's": { id: idOf(63), lead_id: idOf(43), author_id: karim, body: 'Secret', created_at: monday },
      "of Marie on Karim's": { id: idOf(64), lead_id: idOf(43), author_id: marie, body: 'Intrus', created_at: monday },
      'of Marie on her dispute': { ...comment(66, marie), lead_id: idOf(46), dispute_id: disputeMarie },
      'of Ada on her dispute': { ...comment(67, as.ada.userId), lead_id: idOf(46), dispute_id: disputeMarie },
      'of Marie on her dispute without a lead': { ...comment(68, marie), dispute_id: disputeAlone },
      'of Marie on her dispute, in another thread': { ...comment(69, marie), lead_id: idOf(41), dispute_id: disputeMarie },
      "of Karim on Karim's dispute": { ...comment(70, karim), lead_id: idOf(44), dispute_id: disputeKarim },
      "of Karim on Karim's dispute without a lead": { ...comment(71, karim), dispute_id: disputeKarimAlone },
      "of Marie on Karim's dispute without a lead": { ...comment(72, marie), dispute_id: disputeKarimAlone },
      'of Alan on hers': { id: idOf(65), lead_id: idOf(41), author_id: as.alan.userId, body: 'Bonjour', created_at: monday },
    },
    access: {
      system: everything,
      admin: { select: 'all', insert: ['of Ada on hers', 'of Ada on her dispute'] },
      partner: {
        select: [
          'of Marie on hers',
          'of Ada on hers',
          'of Alan on hers',
          'of Marie on her dispute',
          'of Ada on her dispute',
          'of Marie on her dispute without a lead',
          'of Marie on her dispute, in another thread',
        ],
        insert: ['of Marie on hers', 'of Marie on her dispute', 'of Marie on her dispute without a lead'],
      },
    },
    policyFacts: leadCommentsHidden,
  },
  payment_infos: bankDetailsTable,
  billing_profiles: billingTable,
  lead_stats: {
    rows: {
      "Marie's": { partner_id: marie, status: 'nouveau' },
      "Marie's signed": { partner_id: marie, status: 'signe' },
      "Karim's": { partner_id: karim, status: 'nouveau' },
      "Karim's signed": { partner_id: karim, status: 'signe' },
      "Karim's lost": { partner_id: karim, status: 'refuse' },
    },
    access: { system: everything, admin: everything, partner: { select: ["Marie's", "Marie's signed"] } },
  },
  commission_stats: {
    rows: {
      "Marie's pending": { partner_id: marie, status: 'en_attente' },
      "Marie's validated": { partner_id: marie, status: 'valide' },
      "Karim's pending": { partner_id: karim, status: 'en_attente' },
      "Karim's validated": { partner_id: karim, status: 'valide' },
      "Ada's validated": { partner_id: ada, status: 'valide' },
    },
    access: { system: everything, admin: everything, partner: { select: ["Marie's pending", "Marie's validated"] } },
  },
}
