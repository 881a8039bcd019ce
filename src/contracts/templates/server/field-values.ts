import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Settings } from '#access/api/identity.ts'
import { partnerContacts } from '#accounts/people/server/queries.ts'
import type { ContractType } from '#contracts/contracts/domain/contracts.ts'
import { currentFile, newestMainId } from '#contracts/contracts/server/queries.ts'
import { readOffers } from '#leads/offers/server/queries.ts'
import { businessWords, findBillingProfile } from '#money/billing/server/queries.ts'
import { rulesInForce } from '#money/rules/domain/choose-rule.ts'
import { termsText } from '#money/rules/domain/terms-text.ts'
import { rulesFor } from '#money/rules/server/account-queries.ts'
import { allTiers, readStanding, type StoredTier } from '#money/tiers/server/queries.ts'
import { percentText } from '#platform/domain/money.ts'
import { nameIn } from '#platform/domain/names.ts'
import { Refusal } from '#platform/domain/refusal.ts'
import type { Tx } from '#platform/server/db/database.ts'
import { mailDay } from '#platform/server/mail/mail-dates.ts'
import { isoDay } from '#platform/server/provider-calendar.ts'
import type { FieldValues } from '../domain/templates.ts'
import { m } from '../messages/messages.ts'

export type PartnerValues = Pick<FieldValues, 'partner_name' | 'partner_company' | 'partner_email'>
type OfMandate = Pick<FieldValues, 'billing_name' | 'billing_identity' | 'contest_days'>
type OfAmended = Pick<FieldValues, 'amended_title' | 'amended_date' | 'amended_hash'>

/** A partner, or the name, company and address of somebody who is invited with this contract and has no record yet. */
export type DocumentPartner = { readonly id: string } | { readonly newcomer: Newcomer }

export interface Newcomer {
  readonly fullName: string
  readonly company: string
  readonly email: string
}

interface FieldContext {
  /** Null: sample values. */
  readonly partner: DocumentPartner | null
  readonly contact: PartnerValues
  readonly kind: ContractType
  readonly settings: Settings
  readonly now: Date
  /** Tier to use; defaults to the partner's current tier. */
  readonly tier?: StoredTier
}

type OfBusinesses = Pick<FieldValues, 'provider_identity' | 'partner_identity' | 'partner_siren' | 'protection_months'>

const amendsNothing: OfAmended = { amended_title: '', amended_date: '', amended_hash: '' }

/** Sample partner for previews without a chosen partner. */
const samplePartner: PartnerValues = {
  partner_name: 'Marie Dupont',
  partner_company: 'Dupont Conseil',
  partner_email: 'marie.dupont@exemple.fr',
}

const noMandate: OfMandate = { billing_name: '', billing_identity: '', contest_days: '' }

/** The business of the billing profile; missing without one, so that nobody is sent a mandate with a gap unseen. */
async function mandateValues(tx: Tx, partnerId: string | null): Promise<OfMandate> {
  const [profile, { acceptance_days }] = await Promise.all([
    partnerId ? findBillingProfile(tx, partnerId) : undefined,
    tx.selectFrom('programme_settings').select('acceptance_days').executeTakeFirstOrThrow(),
  ])
  const contest_days = String(acceptance_days)
  if (!partnerId) return { ...sampleBusiness, contest_days }
  return profile ? { ...businessWords(profile), contest_days } : { ...noMandate, contest_days }
}

const sampleBusiness = {
  billing_name: 'Dupont Conseil',
  billing_identity: 'SARL, SIREN 732 829 320, 1 rue du Port, 44000 Nantes, France',
}

/** Stands for the identity of a partner who has no billing details yet: they come after the signature. */
const identityToCome = m.identityToCome

/** Who both parties are before the law, and the programme's promise. */
async function businessValues(tx: Tx, partnerId: string | null, isSample: boolean): Promise<OfBusinesses> {
  const [programme, profile] = await Promise.all([
    tx.selectFrom('programme_settings').selectAll().executeTakeFirstOrThrow(),
    partnerId ? findBillingProfile(tx, partnerId) : undefined,
  ])
  const sample = { partner_identity: sampleBusiness.billing_identity, partner_siren: '732 829 320' }
  const ofPartner = {
    partner_identity: profile ? businessWords(profile).billing_identity : identityToCome(),
    partner_siren: profile?.siren ?? '',
  }
  return {
    provider_identity: programme.siren === '' ? '' : businessWords(programme).billing_identity,
    protection_months: String(programme.protection_months),
    ...(isSample ? sample : ofPartner),
  }
}

/** What the rules of the day pay the partner, or anybody. */
async function termsOf(tx: Tx, partnerId: string | null, now: Date): Promise<string> {
  const [{ rules, zone }, offers] = await Promise.all([rulesFor(tx, partnerId ? [partnerId] : []), readOffers(tx)])
  return termsText(
    rulesInForce(rules, isoDay(now, zone)),
    offers.filter(({ archived_at }) => archived_at === null),
  )
}

/** The partner's newest main contract as described in an amendment, with the hash of its current file. */
async function readAmended(tx: Tx, partnerId: string, { timeZone }: Settings): Promise<OfAmended> {
  const row = await tx
    .selectFrom('contracts as c')
    .leftJoin('files as f', (join) => join.on(sql<boolean>`f.id = ${currentFile}`))
    .select(['c.title', 'c.created_at', 'c.signed_at', 'f.sha256'])
    .where('c.id', '=', newestMainId(sql`${partnerId}::uuid`))
    .executeTakeFirst()
  if (!row) return amendsNothing
  return {
    amended_title: row.title,
    amended_date: mailDay(row.signed_at ?? row.created_at, timeZone),
    amended_hash: row.sha256 ?? '',
  }
}

const valuesOf = ({ fullName, company, email }: Newcomer): PartnerValues => ({
  partner_name: fullName,
  partner_company: company,
  partner_email: email,
})

async function readPartner(tx: Tx, partnerId: string): Promise<PartnerValues> {
  const row = await tx
    .selectFrom(partnerContacts.as('p'))
    .select(['full_name', 'company', 'email'])
    .where('partner_id', '=', partnerId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (!row) throw new Refusal('partner_not_active', m.noSuchPartner())
  return valuesOf({ fullName: row.full_name, company: row.company, email: row.email })
}

/** Name, company and address of a partner or newcomer, or of the sample. Refuses `partner_not_active`. */
export async function partnerValues(tx: Tx, partner: DocumentPartner | null): Promise<PartnerValues> {
  if (partner === null) return samplePartner
  return 'newcomer' in partner ? valuesOf(partner.newcomer) : readPartner(tx, partner.id)
}

/** Current values of all merge fields for a partner, as the document is read. */
export async function fieldValues(tx: Tx, context: FieldContext): Promise<FieldValues> {
  const { partner, contact, kind, settings, now, tier: givenTier } = context
  const partnerId = partner && 'id' in partner ? partner.id : null
  const tier = givenTier ?? (partnerId ? (await readStanding(tx, partnerId)).current : (await allTiers(tx))[0])
  const sampleAmended: OfAmended = {
    amended_title: 'Contrat de partenariat',
    amended_date: mailDay(now, settings.timeZone),
    amended_hash: createHash('sha256').digest('hex'),
  }
  const amended = partnerId ? await readAmended(tx, partnerId, settings) : sampleAmended
  return {
    ...contact,
    ...(kind === 'amendment' ? amended : amendsNothing),
    ...(kind === 'mandate' ? await mandateValues(tx, partnerId) : noMandate),
    ...(await businessValues(tx, partnerId, partner === null)),
    provider_name: settings.providerName,
    provider_address: settings.address,
    // Without tiers a text that speaks of them lacks these.
    tier_name: tier ? nameIn(tier) : '',
    commission_rate: tier ? percentText(tier.commissionRate) : '',
    commission_terms: await termsOf(tx, partnerId, now),
    date: mailDay(now, settings.timeZone),
  }
}
