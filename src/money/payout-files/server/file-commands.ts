import type * as z from 'zod/mini'
import { ofPartner, staff } from '#access/domain/audience.ts'
import { personOf } from '#access/server/acting.ts'
import type { KeptProblems } from '#money/bank-files/domain/payout-problems.ts'
import { livePayoutLineStates } from '#money/payouts/domain/payout-lines.ts'
import { payPayouts } from '#money/payouts/server/payment-commands.ts'
import { checkNotOwnPayout, lockPayouts, type PayoutRow } from '#money/payouts/server/step-commands.ts'
import { formatEurosExact } from '#platform/domain/money.ts'
import { Refusal, refuseUnless } from '#platform/domain/refusal.ts'
import type { TransactionContext } from '#platform/server/transaction.ts'
import type { payoutFileRoutes } from '../api.ts'
import { m } from '../messages/messages.ts'

/** A locked file with its lines that are under way, and their payouts. */
export interface OpenFile {
  readonly id: string
  readonly message_id: string
  readonly rows: readonly PayoutRow[]
  readonly live: readonly {
    readonly id: string
    readonly payout_id: string
    readonly total_cents: number
    readonly partner_id: string
  }[]
}

/**
 * Loads and locks a file with its payouts. Refuses `not_found`. Its lines are read behind the locks: they change under those of
 * their payouts, when one is paid by hand or a bank's answer is applied.
 */
async function lockFile(context: TransactionContext, id: string) {
  const { tx } = context
  const file = await tx
    .selectFrom('payout_files')
    .select(['id', 'message_id', 'withdrawn_at'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!file) throw new Refusal('not_found', m.noSuchFile())
  const lineRows = await tx.selectFrom('payout_file_lines').select('payout_id').where('payout_file_id', '=', id).execute()
  const rows = await lockPayouts(
    context,
    lineRows.map(({ payout_id }) => payout_id),
  )
  const lines = await tx
    .selectFrom('payout_file_lines as l')
    .innerJoin('payouts as p', 'p.id', 'l.payout_id')
    .select(['l.id', 'l.payout_id', 'l.total_cents', 'l.state', 'p.partner_id'])
    .where('l.payout_file_id', '=', id)
    .execute()
  const live = lines.filter(({ state }) => livePayoutLineStates.some((each) => each === state))
  return { ...file, lines, live, rows: rows.filter((row) => live.some(({ payout_id }) => payout_id === row.id)) }
}

/** A file that the bank has not executed. Refuses `not_found` and `payout_file_settled`. */
export async function lockUnsettledFile(context: TransactionContext, id: string): Promise<OpenFile> {
  const file = await lockFile(context, id)
  const isPaid = file.lines.some(({ state }) => state === 'paid' || state === 'returned')
  refuseUnless(!isPaid, 'payout_file_settled', m.fileExecuted({ reference: file.message_id }))
  const isThere = file.withdrawn_at === null && file.live.length > 0
  refuseUnless(isThere, 'payout_file_settled', m.nothingUnderWay({ reference: file.message_id }))
  return file
}

interface Freeing {
  readonly reason: string
  /** Whether a payout is sent again at once. */
  readonly stays: (payoutId: string) => boolean
  /** Why a payout is kept out of the file that is made instead, typed or found by the checks; empty if it is not. */
  readonly heldOut: (payoutId: string) => string | KeptProblems
}

/** Withdraws a file with its lines; its payouts are approved again unless they stay sent, with another file. */
export async function freeLines(context: TransactionContext, file: OpenFile, { reason, stays, heldOut }: Freeing): Promise<void> {
  const { tx, now, post } = context
  const { userId } = personOf(context)
  const withdrawn = { state: 'withdrawn', changed_at: now } as const
  const out = Map.groupBy(file.live, ({ payout_id }) => JSON.stringify(stays(payout_id) ? '' : heldOut(payout_id)))
  post(
    tx
      .updateTable('payout_files')
      .set({ withdrawn_at: now, withdrawn_by: userId, withdraw_reason: reason })
      .where('id', '=', file.id),
  )
  // One statement for each reason: what is left out on purpose has one, what the checks keep out has theirs.
  for (const [kept, lines] of out) {
    const ids = lines.map(({ id }) => id)
    const why: string | KeptProblems = JSON.parse(kept)
    const because = typeof why === 'string' ? { reasons: why || reason } : { reasons: '', problems: kept }
    post(
      tx
        .updateTable('payout_file_lines')
        .set({ ...withdrawn, ...(why.length === 0 ? { reasons: reason } : { ...because, held_out: true }) })
        .where('id', 'in', ids),
    )
  }
  const freed = file.live.filter(({ payout_id }) => !stays(payout_id))
  if (freed.length > 0) {
    const ids = freed.map(({ payout_id }) => payout_id)
    post(tx.updateTable('payouts').set({ status: 'approved', sent_at: null }).where('id', 'in', ids))
  }
  await context.recordEvents([
    {
      name: 'payout_file.withdrawn',
      subjectId: file.id,
      audience: staff,
      after: { reference: file.message_id, reason, freed: freed.length },
    },
    ...freed.map(({ payout_id, partner_id, total_cents }) => ({
      name: 'payout.recalled' as const,
      subjectId: payout_id,
      audience: ofPartner(partner_id),
      before: { status: 'sent' as const },
      after: { status: 'approved' as const, totalCents: total_cents },
    })),
  ])
}

/** Takes a file back that the bank did not execute. Refuses `payout_file_settled` and `own_commission`. */
export async function withdrawFile(context: TransactionContext, id: string, { reason }: { reason: string }): Promise<void> {
  const file = await lockUnsettledFile(context, id)
  for (const row of file.rows) checkNotOwnPayout(context, row)
  await freeLines(context, file, { reason, stays: () => false, heldOut: () => '' })
}

type Payment = z.output<typeof payoutFileRoutes.payPayoutFile.body>

/** Marks what is under way with a file as paid. Refuses `payouts_changed` and `own_commission`. */
export async function payFile(context: TransactionContext, id: string, { count, totalCents, payment }: Payment): Promise<void> {
  const { live, message_id } = await lockFile(context, id)
  const sum = live.reduce((total, each) => total + each.total_cents, 0)
  if (live.length !== count || live.length === 0 || sum !== totalCents) {
    const why = m.fileChanged({ reference: message_id, count: live.length, sum: formatEurosExact(sum) })
    throw new Refusal('payouts_changed', why, {
      facts: { count: live.length, totalCents: sum },
    })
  }
  await payPayouts(context, { ids: live.map(({ payout_id }) => payout_id), totalCents, payment })
}
