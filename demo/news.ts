import { type Actor, soleOwner, system } from '#access/domain/actor.ts'
import { commentOnLead } from '#leads/leads/server/comment-commands.ts'
import { followNow } from '#operations/journal/server/append-commands.ts'
import type { Portal } from '#platform/server/portal.ts'
import type { RunAs } from './run-as.ts'

const hour = 3_600_000
/** What happened before was read. */
const readBefore = 72 * hour

interface News {
  readonly portal: Portal
  readonly runAs: RunAs
  readonly admin: Actor
}

/** An answer of the staff, a partner's question, and as unread only what happened in the last days. */
export async function seedNews(
  { portal, runAs, admin }: News,
  partnerIds: ReadonlyMap<string, string>,
  now: Date,
): Promise<void> {
  await runAs(system, now, async ({ tx }) => {
    const people = await tx.selectFrom('profiles').select('user_id').execute()
    const day = now.toISOString().slice(0, 10)
    // No daily mail about a past that never was.
    await tx
      .insertInto('news_digests')
      .values(people.map(({ user_id }) => ({ user_id, day, until: now })))
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  })
  await followNow(portal)
  const ago = (hours: number) => new Date(now.getTime() - hours * hour)
  await runAs(system, now, ({ tx }) =>
    tx
      .deleteFrom('unread_leads')
      .where('latest_at', '<', new Date(now.getTime() - readBefore))
      .execute(),
  )
  const newestOpen = (partnerId: string) =>
    runAs(admin, now, ({ tx }) =>
      tx
        .selectFrom('leads')
        .select('id')
        .where('partner_id', '=', partnerId)
        .where('status', 'in', ['nouveau', 'premier_contact', 'call_effectue'])
        .orderBy('created_at', 'desc')
        .orderBy('id')
        .limit(1)
        .executeTakeFirst(),
    )
  const [answered, asking] = [...partnerIds.values()]
  const comments = [
    [answered, admin, 5, 'Rendez-vous pris pour jeudi. Le client demande un devis avec la formation.'],
    [asking, null, 2, 'Le client voudrait être rappelé avant vendredi, est-ce possible ?'],
  ] as const
  for (const [partnerId, author, hours, body] of comments) {
    const lead = partnerId && (await newestOpen(partnerId))
    if (!lead) continue
    const actor = author ?? ({ kind: 'partner', userId: partnerId, partner: soleOwner(partnerId), contractSigned: true } as const)
    await runAs(actor, ago(hours), (context) => commentOnLead(context, lead.id, body))
  }
  await followNow(portal)
}
