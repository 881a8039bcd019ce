import { sql } from 'kysely'
import { type Role, system } from '#access/domain/actor.ts'
import { ownsAddress } from '#accounts/people/server/queries.ts'
import type { Tx } from '#platform/server/db/database.ts'
import type { JobData } from '#platform/server/jobs/queue.ts'
import type { Portal, TransactionParts } from '#platform/server/portal.ts'
import { withTransaction } from '#platform/server/transaction.ts'
import { addReset } from './commands.ts'
import { addSignInLink, checkLinksOffered } from './sign-in-links.ts'

/** A link that somebody has asked for by an address; `userId` is null where nobody has it, and then nothing is made. */
export type RequestedLink = JobData & { readonly userId: string | null } & (
    | { readonly kind: 'password_reset' }
    | { readonly kind: 'sign_in'; readonly browserHash: string }
  )

/** Has a link made after the answer: this takes as long for an address that nobody has, so that nobody learns whose it is. */
async function requestLink(portal: Pick<Portal, 'queue'>, tx: Tx, link: RequestedLink): Promise<void> {
  await portal.queue.send(tx, 'link', link, { urgent: true })
}

const accounts = (tx: Tx, kind: RequestedLink['kind']) => {
  const all = tx
    .selectFrom('profiles as p')
    .innerJoin('auth.users as u', 'u.id', 'p.user_id')
    .select('p.user_id')
    .where('p.deleted_at', 'is', null)
    .where(ownsAddress)
  return kind === 'sign_in' ? all.where(sql<Role>`app.role_of(p.user_id)`, '=', 'partner') : all
}

const accountAt = async (tx: Tx, kind: RequestedLink['kind'], email: string): Promise<string | null> =>
  (await accounts(tx, kind).where('p.email', '=', email.toLowerCase()).executeTakeFirst())?.user_id ?? null

/** Requests a link to choose a new password for whoever has the address. */
export function requestPasswordReset(portal: Portal, email: string): Promise<void> {
  return portal.database.asActor(system, async (tx) => {
    await requestLink(portal, tx, { kind: 'password_reset', userId: await accountAt(tx, 'password_reset', email) })
  })
}

/**
 * Requests a link to sign in with for the partner with this address, which only the browser opens that asks; staff get none.
 * Refuses `sign_in_way_off`.
 */
export function requestSignInLink(portal: Portal, email: string, browserHash: string): Promise<void> {
  return portal.database.asActor(system, async (tx) => {
    await checkLinksOffered(tx)
    await requestLink(portal, tx, { kind: 'sign_in', userId: await accountAt(tx, 'sign_in', email), browserHash })
  })
}

/** Makes a requested link, unless its person has lost access meanwhile; its mail follows from the event. */
export async function makeRequestedLink(portal: TransactionParts, link: RequestedLink): Promise<void> {
  const { userId } = link
  if (userId === null) return
  await withTransaction(portal, system, async (context) => {
    const account = await accounts(context.tx, link.kind).where('p.user_id', '=', userId).forShare('p').executeTakeFirst()
    if (!account) return
    if (link.kind === 'password_reset') await addReset(context, userId, { mailed: true })
    else await addSignInLink(context, userId, link.browserHash)
  })
}
