import type { Updateable } from 'kysely'
import { isOwnPartner } from '#access/domain/actor.ts'
import { ofPartner } from '#access/domain/audience.ts'
import { partnerOf } from '#access/server/acting.ts'
import { Refusal, refuseUnless } from '#platform/domain/refusal.ts'
import type { BillingProfiles } from '#platform/server/db/schema.generated.ts'
import type { TransactionContext } from '#platform/server/transaction.ts'
import type { BillingProfile } from '../api.ts'
import { type BillingInput, companyNumbers } from '../domain/billing-check.ts'
import { m } from '../messages/messages.ts'
import { presentBilling } from './present.ts'
import { type BillingRecord, businessOf, termsOf } from './queries.ts'

function toColumns(input: BillingInput) {
  return {
    mode: input.mode,
    regime: input.regime,
    vat_rate: input.vatRate,
    legal_name: input.legalName,
    legal_form: input.legalForm,
    ...companyNumbers(input.companyNumber),
    vat_number: input.vatNumber,
    street: input.street,
    building_number: input.buildingNumber,
    postcode: input.postcode,
    town: input.town,
    country: input.country,
    electronic_address: input.electronicAddress ?? '',
  }
}

const toInput = (row: BillingRecord): BillingInput => ({ ...businessOf(row), companyNumber: row.siret || row.siren })

/** An electronic address that was not given stays, as long as it is one of the same business. */
function withAddress(before: BillingRecord, input: BillingInput): BillingInput {
  const { siren } = companyNumbers(input.companyNumber)
  const isKept = siren !== '' && before.electronic_address.startsWith(siren)
  return { ...input, electronicAddress: input.electronicAddress ?? (isKept ? before.electronic_address : '') }
}

function changedFields(before: BillingInput | null, after: BillingInput): (keyof BillingInput)[] {
  return (Object.keys(after) as (keyof BillingInput)[]).filter((name) => after[name] !== (before?.[name] ?? ''))
}

interface Change {
  readonly name: 'billing.saved' | 'billing.corrected'
  readonly before: BillingRecord | null
  readonly after: BillingRecord
}

async function recorded({ recordEvent }: TransactionContext, { name, before, after }: Change): Promise<BillingProfile> {
  const changed = changedFields(before && toInput(before), toInput(after))
  await recordEvent({
    name,
    subjectId: after.partner_id,
    audience: ofPartner(after.partner_id),
    before: before && termsOf(before),
    after: { ...termsOf(after), changed },
  })
  return presentBilling(after)
}

/** The row of a partner, locked until the transaction ends. */
function lockBilling({ tx }: TransactionContext, partnerId: string) {
  return tx.selectFrom('billing_profiles').selectAll().where('partner_id', '=', partnerId).forUpdate().executeTakeFirst()
}

function update({ tx }: TransactionContext, partnerId: string, columns: Updateable<BillingProfiles>): Promise<BillingRecord> {
  return tx
    .updateTable('billing_profiles')
    .set(columns)
    .where('partner_id', '=', partnerId)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Saves the caller's billing profile. Nothing is recorded when nothing changes. */
export async function saveBilling(
  context: TransactionContext,
  { seenAt, ...input }: BillingInput & { readonly seenAt?: string | null | undefined },
): Promise<BillingProfile> {
  const { tx, now } = context
  const partnerId = partnerOf(context).id
  const columns = { ...toColumns(input), updated_at: now, corrected_at: null }
  const added = await tx
    .insertInto('billing_profiles')
    .values({ partner_id: partnerId, ...columns })
    .onConflict((conflict) => conflict.column('partner_id').doNothing())
    .returningAll()
    .executeTakeFirst()
  if (added) return recorded(context, { name: 'billing.saved', before: null, after: added })
  const before = await lockBilling(context, partnerId)
  if (!before) throw new Error('a billing profile that could not be added exists')
  if (seenAt !== undefined) refuseUnseen(before, seenAt)
  const merged = withAddress(before, input)
  if (changedFields(toInput(before), merged).length === 0) return presentBilling(before)
  const changes = { ...columns, ...toColumns(merged) }
  return recorded(context, { name: 'billing.saved', before, after: await update(context, partnerId, changes) })
}

function refuseUnseen(before: BillingRecord, seenAt: string | null): void {
  const isAsSeen = seenAt !== null && before.updated_at.toISOString() === new Date(seenAt).toISOString()
  refuseUnless(isAsSeen, 'billing_changed', m.billingChanged())
}

/**
 * Corrects a partner's billing profile as staff saw it at `seenAt`; refused if it has changed since. Refuses `own_commission`:
 * its VAT is paid with each payout.
 */
export async function correctBilling(
  context: TransactionContext,
  partnerId: string,
  { seenAt, ...correction }: BillingInput & { readonly seenAt: string },
): Promise<BillingProfile> {
  refuseUnless(!isOwnPartner(context.actor, partnerId), 'own_commission', m.ownBilling())
  const before = await lockBilling(context, partnerId)
  if (!before) throw new Refusal('not_found', m.noBillingData())
  refuseUnseen(before, seenAt)
  const input = withAddress(before, correction)
  if (changedFields(toInput(before), input).length === 0) return presentBilling(before)
  const changes = { ...toColumns(input), updated_at: context.now, corrected_at: context.now }
  return recorded(context, { name: 'billing.corrected', before, after: await update(context, partnerId, changes) })
}
