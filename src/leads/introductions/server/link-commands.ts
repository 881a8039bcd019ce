import { ofPartner } from '#access/domain/audience.ts'
import { partnerOf, staffOf } from '#access/server/acting.ts'
import { requirePartner } from '#accounts/people/server/guards.ts'
import { Refusal, refuseUnless } from '#platform/domain/refusal.ts'
import type { Config } from '#platform/server/config.ts'
import { newId } from '#platform/server/ids.ts'
import { tokenHash } from '#platform/server/secrets/token-hash.ts'
import type { TransactionContext } from '#platform/server/transaction.ts'
import { m } from '../messages/messages.ts'
import { introductionToken, linkQuery } from './queries.ts'

/** Makes the caller's link, or another one in its place, which stops working. Refuses `introduction_link_disabled`. */
export async function makeLink(context: TransactionContext, config: Pick<Config, 'secret'>): Promise<void> {
  const { tx, now } = context
  const partnerId = partnerOf(context).id
  const before = await linkQuery(tx, partnerId)
  refuseUnless(!before?.disabled_at, 'introduction_link_disabled', m.linkDisabled())
  const linkId = newId()
  const link = { link_id: linkId, token_hash: tokenHash(introductionToken(config, linkId)), created_at: now }
  await tx
    .insertInto('introduction_links')
    .values({ partner_id: partnerId, ...link })
    .onConflict((conflict) => conflict.column('partner_id').doUpdateSet(link))
    .execute()
  await context.recordEvent({
    name: 'introduction_link.made',
    subjectId: partnerId,
    audience: ofPartner(partnerId),
    after: { renewed: before !== undefined },
  })
}

/** Pauses the caller's link, or opens it again. Refuses `not_found` without one, and `introduction_link_disabled`. */
export async function pauseLink(context: TransactionContext, paused: boolean): Promise<void> {
  const { tx, now } = context
  const partnerId = partnerOf(context).id
  const before = await linkQuery(tx, partnerId)
  if (!before) throw new Refusal('not_found', m.noLinkYet())
  refuseUnless(!before.disabled_at, 'introduction_link_disabled', m.linkDisabled())
  if ((before.paused_at !== null) === paused) return
  await tx
    .updateTable('introduction_links')
    .set({ paused_at: paused ? now : null })
    .where('partner_id', '=', partnerId)
    .execute()
  await context.recordEvent({
    name: 'introduction_link.changed',
    subjectId: partnerId,
    audience: ofPartner(partnerId),
    before: { paused: !paused, disabled: false },
    after: { paused, disabled: false },
  })
}

/**
 * Staff disable a partner's link, also one that leads to the partner that theirs was merged into, or allow it again. Refuses
 * `not_found` without one, and `partner_not_active` to allow that of a partner that is not active.
 */
export async function disableLink(context: TransactionContext, partnerId: string, disabled: boolean): Promise<void> {
  const { tx, now } = context
  const { userId } = staffOf(context)
  if (!disabled) await requirePartner(context, partnerId)
  const before = await linkQuery(tx, partnerId)
  if (!before) throw new Refusal('not_found', m.noIntroductionLink())
  if ((before.disabled_at !== null) === disabled) return
  await tx
    .updateTable('introduction_links')
    .set(disabled ? { disabled_at: now, disabled_by: userId } : { disabled_at: null, disabled_by: null })
    .where('partner_id', '=', partnerId)
    .execute()
  const paused = before.paused_at !== null
  await context.recordEvent({
    name: 'introduction_link.changed',
    subjectId: partnerId,
    audience: ofPartner(partnerId),
    before: { paused, disabled: !disabled },
    after: { paused, disabled },
  })
}
