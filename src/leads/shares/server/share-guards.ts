import { ofPartner } from '#access/domain/audience.ts'
import { Refusal } from '#platform/domain/refusal.ts'
import type { TransactionContext } from '#platform/server/transaction.ts'
import { m } from '../messages/messages.ts'
import { readParts, readShares } from './queries.ts'

interface Lead {
  readonly id: string
  readonly partner_id: string
  readonly name: string
  readonly company: string
}

/**
 * A partner signs, deletes and takes back only what is theirs alone, since each of these decides about the money of the others.
 * Refuses `lead_is_shared`.
 */
export async function checkDecidesAlone({ tx, actor }: TransactionContext, leadId: string): Promise<void> {
  if (actor.kind !== 'partner') return
  const others = (await readParts(tx, leadId)).filter(({ id }) => id !== actor.partner.id)
  if (others.length === 0) return
  throw new Refusal('lead_is_shared', m.teamDecides({ names: others.map(({ name }) => name).join(', ') }))
}

/** Tells both partners of a share that it has ended. */
export function recordEnd(
  context: TransactionContext,
  { id, partner_id, name, company }: Lead,
  { partnerId, percent }: { readonly partnerId: string; readonly percent: number },
): Promise<void> {
  return context.recordEvents(
    [partnerId, partner_id].map((reader) => ({
      name: 'lead.share_ended' as const,
      subjectId: id,
      audience: ofPartner(reader),
      before: { partnerId, percent, name, company },
    })),
  )
}

/** Ends the shares of a lead that is deleted next, which takes them with it. */
export async function recordEnds(context: TransactionContext, lead: Lead): Promise<void> {
  for (const { partner_id: partnerId, share } of await readShares(context.tx, lead.id)) {
    await recordEnd(context, lead, { partnerId, percent: share / 100 })
  }
}
