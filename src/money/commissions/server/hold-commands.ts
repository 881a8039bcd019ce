import { ofPartner } from '#access/domain/audience.ts'
import { Refusal } from '#platform/domain/refusal.ts'
import type { TransactionContext } from '#platform/server/transaction.ts'
import { m } from '../messages/messages.ts'
import { checkInNoPayout, checkNotOwn, lockCommission } from './commands.ts'

/**
 * Keeps a commission from being paid for now; a hold on a held one replaces its reason. Refuses `commission_not_held` for what is
 * paid or taken back, and `own_commission`.
 */
export async function holdCommission(context: TransactionContext, id: string, { reason }: { reason: string }): Promise<void> {
  const row = await lockCommission(context, id)
  checkNotOwn(context, row)
  if (row.kind === 'clawback' || row.status === 'paye') {
    const why = row.kind === 'clawback' ? m.clawbackNotHeld() : m.alreadyPaid()
    throw new Refusal('commission_not_held', why)
  }
  await checkInNoPayout(context, row)
  if (row.held_reason === reason) return
  await context.tx.updateTable('commissions').set({ held_reason: reason }).where('id', '=', id).execute()
  await context.recordEvent({
    name: 'commission.held',
    subjectId: id,
    audience: ofPartner(row.partner_id),
    after: { reason, amountCents: row.amount_cents },
  })
}

/** Refuses `commission_not_held` and `own_commission`. */
export async function releaseCommission(context: TransactionContext, id: string): Promise<void> {
  const row = await lockCommission(context, id)
  checkNotOwn(context, row)
  if (row.held_reason === null) throw new Refusal('commission_not_held', m.notHeld())
  await context.tx.updateTable('commissions').set({ held_reason: null }).where('id', '=', id).execute()
  await context.recordEvent({
    name: 'commission.released',
    subjectId: id,
    audience: ofPartner(row.partner_id),
    before: { reason: row.held_reason },
    after: { amountCents: row.amount_cents },
  })
}
