import { sql } from 'kysely'
import { requirePartner } from '#accounts/people/server/guards.ts'
import { aboutPartner, ownsAddress, partnerWithExternalId, toldToPerson } from '#accounts/people/server/queries.ts'
import { Refusal, refuseUnless } from '#platform/domain/refusal.ts'
import { holdExternalId } from '#platform/server/external-id-lock.ts'
import type { TransactionContext } from '#platform/server/transaction.ts'
import { m } from '../messages/messages.ts'
import { invite } from './commands.ts'

interface PartnerForm {
  readonly fullName: string
  readonly email: string
}

interface UpsertedPartner {
  readonly userId: string
  readonly created: boolean
  /** Requested changes that were not made. */
  readonly kept: ('fullName' | 'email')[]
}

/**
 * Invites the partner with this external id, or finds the one there is: by the id, else by the address. Refuses
 * `partner_not_active` for somebody whose access ended, `email_taken` for an administrator's address and `external_id_taken`
 * where the address belongs to a partner with another external id.
 */
export async function upsertPartner(
  context: TransactionContext,
  externalId: string,
  form: PartnerForm,
): Promise<UpsertedPartner> {
  const { tx } = context
  await holdExternalId(tx, 'partner', externalId)
  const partner = (await partnerWithExternalId(tx, externalId)) ?? (await partnerWithAddress(context, form.email.toLowerCase()))
  if (!partner) {
    const { userId } = await invite(context, { ...form, role: 'partner' })
    await setPartnerExternalId(context, userId, externalId)
    return { userId, created: true, kept: [] }
  }
  const { partner_id: partnerId } = partner
  await requirePartner(context, partnerId)
  await setPartnerExternalId(context, partnerId, externalId)
  const renames = partner.full_name !== form.fullName
  if (renames && !partner.joined_at) await rename(context, partner, form.fullName)
  return {
    userId: partnerId,
    created: false,
    kept: [
      ...(renames && partner.joined_at ? (['fullName'] as const) : []),
      ...(partner.email === form.email.toLowerCase() ? [] : (['email'] as const)),
    ],
  }
}

/** A partner with access or an invitation who has no external id yet. */
async function partnerWithAddress({ tx }: TransactionContext, email: string) {
  const person = await tx
    .selectFrom('profiles as p')
    .leftJoin('user_roles as r', 'r.user_id', 'p.user_id')
    .leftJoin('partner_members as m', (join) => join.onRef('m.person_id', '=', 'p.user_id').on('m.until', 'is', null))
    .leftJoin('partners as c', 'c.id', 'm.partner_id')
    .select(['p.user_id', 'p.full_name', 'p.company', 'p.email', 'p.joined_at', 'p.deleted_at', 'c.external_id', 'r.role'])
    .select(sql<string>`coalesce(c.id, p.user_id)`.as('partner_id'))
    .where('p.email', '=', email)
    .where('p.deleted_at', 'is', null)
    .where(ownsAddress)
    .executeTakeFirst()
  refuseUnless(!person || (person.role ?? 'partner') === 'partner', 'email_taken', m.administratorAddress({ email }))
  refuseUnless(!person?.external_id, 'external_id_taken', m.otherExternalId({ email }))
  return person
}

/** The name of somebody who has not joined yet: afterwards it is theirs. */
async function rename(context: TransactionContext, person: { user_id: string; full_name: string; company: string }, to: string) {
  const { user_id: userId, full_name: fullName, company } = person
  await context.tx.updateTable('profiles').set({ full_name: to }).where('user_id', '=', userId).execute()
  await context.recordEvent({
    name: 'profile.changed',
    ...(await toldToPerson(context.tx, userId)),
    before: { fullName, company },
    after: { fullName: to, company },
  })
}

/** Sets the id of a partner in another system; null removes it. Refuses `external_id_taken`. */
export async function setPartnerExternalId(
  context: TransactionContext,
  partnerId: string,
  externalId: string | null,
): Promise<void> {
  const { tx } = context
  const before = await tx.selectFrom('partners').select('external_id').where('id', '=', partnerId).executeTakeFirst()
  if (!before) throw new Refusal('not_found', m.noSuchPerson())
  if (before.external_id === externalId) return
  await tx.updateTable('partners').set({ external_id: externalId }).where('id', '=', partnerId).execute()
  await context.recordEvent({
    name: 'profile.external_id_changed',
    ...aboutPartner(partnerId),
    before: { externalId: before.external_id },
    after: { externalId },
  })
}
