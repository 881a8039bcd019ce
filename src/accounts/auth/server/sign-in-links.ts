import { timingSafeEqual } from 'node:crypto'
import { sql } from 'kysely'
import type { Role } from '#access/domain/actor.ts'
import { staff } from '#access/domain/audience.ts'
import { Refusal, refuseUnless } from '#platform/domain/refusal.ts'
import type { Tx } from '#platform/server/db/database.ts'
import { newId } from '#platform/server/ids.ts'
import { deadLink } from '#platform/server/secrets/links.ts'
import type { TransactionContext } from '#platform/server/transaction.ts'
import { signInLinkMinutes } from '../domain/sign-in-links.ts'
import { m } from '../messages/messages.ts'

/** Whether partners may sign in with a link by mail. */
async function areOffered({ tx }: Pick<TransactionContext, 'tx'>): Promise<boolean> {
  const { sign_in_links } = await tx.selectFrom('settings').select('sign_in_links').executeTakeFirstOrThrow()
  return sign_in_links
}

/** Refuses `sign_in_way_off`. */
export async function checkLinksOffered(tx: Tx): Promise<void> {
  refuseUnless(await areOffered({ tx }), 'sign_in_way_off', m.linksNotOffered())
}

/** Creates a link, which only the browser opens that asked for it. */
export async function addSignInLink(context: TransactionContext, userId: string, browserHash: string): Promise<void> {
  const { tx, now, recordEvent } = context
  const id = newId()
  await tx.deleteFrom('sign_in_links').where('user_id', '=', userId).where('expires_at', '<=', now).execute()
  await tx
    .insertInto('sign_in_links')
    .values({
      id,
      user_id: userId,
      browser_hash: browserHash,
      created_at: now,
      expires_at: new Date(now.getTime() + signInLinkMinutes * 60_000),
      used_at: null,
    })
    .execute()
  await recordEvent({ name: 'sign_in_link.requested', subjectId: userId, audience: staff, after: { linkId: id } })
}

/**
 * Uses a link up. Refuses `link_invalid` once it was used or has expired, for somebody who is no partner any more, and after such
 * links were switched off; and `link_of_other_browser`, which leaves the link to the browser that asked for it.
 */
export async function useSignInLink(context: TransactionContext, linkId: string, browserHash: string | null): Promise<string> {
  const { tx, now } = context
  const link = await tx
    .selectFrom('sign_in_links as l')
    .innerJoin('profiles as p', 'p.user_id', 'l.user_id')
    .select(['l.user_id', 'l.browser_hash'])
    .where('l.id', '=', linkId)
    .where('l.used_at', 'is', null)
    .where('l.expires_at', '>', now)
    .where('p.deleted_at', 'is', null)
    .where(sql<Role>`app.role_of(p.user_id)`, '=', 'partner')
    .forUpdate('l')
    .executeTakeFirst()
  if (!link || !(await areOffered(context))) throw deadLink()
  if (!browserHash || !timingSafeEqual(Buffer.from(browserHash), Buffer.from(link.browser_hash))) {
    throw new Refusal('link_of_other_browser', m.linkOfOtherBrowser())
  }
  await tx.updateTable('sign_in_links').set({ used_at: now }).where('id', '=', linkId).execute()
  return link.user_id
}
