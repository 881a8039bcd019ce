import type * as z from 'zod/mini'
import { ofPartner, staff } from '#access/domain/audience.ts'
import { personOf } from '#access/server/acting.ts'
import { bankText, maxBankName } from '#money/bank-files/domain/bank-text.ts'
import { checkNotOwnPayout, lockPayouts } from '#money/payouts/server/step-commands.ts'
import { formatEurosExact } from '#platform/domain/money.ts'
import { Refusal, refuseUnless } from '#platform/domain/refusal.ts'
import { newId } from '#platform/server/ids.ts'
import type { TransactionContext } from '#platform/server/transaction.ts'
import { rememberFileChoices } from '#provider/programme/server/commands.ts'
import type { PayoutFileProblem, payoutFileForm } from '../api.ts'
import { m } from '../messages/messages.ts'
import { freeLines, lockUnsettledFile } from './file-commands.ts'
import type { FilePlan } from './plan-file.ts'
import type { StoredPayoutFile } from './stored-file.ts'

export type FileForm = z.output<typeof payoutFileForm>

/** Refuses what was not seen or confirmed: `payouts_changed`, `payout_file_blocked`, `payout_file_unconfirmed`. */
export function checkPreview({ preview }: FilePlan, { seen, confirmed }: FileForm): void {
  const { count, totalCents, fingerprint, problems } = preview
  const blocking = problems.filter(({ effect }) => effect !== 'asks')
  const isSame = count === seen.count && totalCents === seen.totalCents && fingerprint === seen.fingerprint
  if (!isSame || count === 0) throw changed(count, totalCents)
  refuseUnless(blocking.length === 0, 'payout_file_blocked', blocking.map(({ message }) => message).join(' '))
  const open = questionsOf(preview).filter(({ code }) => !confirmed.includes(code))
  refuseUnless(open.length === 0, 'payout_file_unconfirmed', open.map(({ message }) => message).join(' '))
}

function questionsOf({ problems, lines }: FilePlan['preview']): PayoutFileProblem[] {
  const all = [...problems, ...lines.filter(({ included }) => included).flatMap((line) => line.problems)]
  return all.filter(({ effect }) => effect === 'asks')
}

function changed(count: number, totalCents: number): Refusal {
  const message = m.payoutsChanged({ count, sum: formatEurosExact(totalCents) })
  return new Refusal('payouts_changed', message, { facts: { count, totalCents } })
}

/**
 * Sends the payouts of a stored file, all or none, while they are what was written. Of two files with the same payout one is
 * made. Refuses `payouts_changed`, `own_commission` and `payout_file_settled`.
 */
export async function sendPayouts(
  context: TransactionContext,
  plan: FilePlan,
  storedFile: StoredPayoutFile,
  form: FileForm,
): Promise<string> {
  const { tx, now, post } = context
  const { batch, payouts } = plan
  await rememberFileChoices(context, form)
  const replaced = form.replaces ? await lockUnsettledFile(context, form.replaces) : null
  const ids = payouts.map(({ id }) => id)
  const rows = await lockPayouts(context, [...ids, ...(replaced?.live.map(({ payout_id }) => payout_id) ?? [])])
  for (const row of rows) checkNotOwnPayout(context, row)
  await checkUnchanged(context, plan, rows, replaced ? 'sent' : 'approved')
  if (replaced) await freeReplaced(context, replaced, plan, form)
  const file = {
    id: storedFile.id,
    message_id: batch.messageId,
    format: batch.format,
    execute_on: batch.executeOn,
    batch_booking: batch.batchBooking,
    instant: batch.instant,
    line_count: batch.lines.length,
    total_cents: plan.preview.totalCents,
    sha256: storedFile.sha256,
    file_id: storedFile.fileId,
    created_by: personOf(context).userId,
    created_at: now,
    replaces_id: replaced?.id ?? null,
  }
  const lines = lineRows(plan, storedFile.id, now)
  post(tx.insertInto('payout_files').values(file))
  post(tx.insertInto('payout_file_lines').values(lines))
  post(tx.updateTable('payouts').set({ status: 'sent', sent_at: now }).where('id', 'in', ids))
  post(tx.updateTable('files').set({ claimed_at: now }).where('id', '=', storedFile.fileId))
  await context.recordEvents([
    {
      name: 'payout_file.made',
      subjectId: storedFile.id,
      audience: staff,
      after: {
        reference: batch.messageId,
        lines: lines.length,
        totalCents: file.total_cents,
        confirmed: form.confirmed,
        replaces: replaced?.message_id ?? null,
      },
    },
    ...payouts.map((payout) => ({
      name: 'payout.sent' as const,
      subjectId: payout.id,
      audience: ofPartner(payout.partner_id),
      before: { status: replaced ? ('sent' as const) : ('approved' as const) },
      after: { status: 'sent' as const, totalCents: payout.total_cents },
    })),
  ])
  return storedFile.id
}

const lineRows = ({ batch, payouts }: FilePlan, fileId: string, now: Date) =>
  batch.lines.map((line, index) => ({
    id: newId(),
    payout_file_id: fileId,
    position: index + 1,
    payout_id: payouts[index]?.id ?? '',
    end_to_end_id: line.endToEndId,
    instruction_id: line.instructionId,
    total_cents: line.cents,
    holder: bankText(line.holder, maxBankName),
    changed_at: now,
  }))

type ReplacedFile = Awaited<ReturnType<typeof lockUnsettledFile>>

/** Frees the payouts of a replaced file that the new one leaves out, with the reason. */
async function freeReplaced(
  context: TransactionContext,
  replaced: ReplacedFile,
  { payouts, problems }: FilePlan,
  form: FileForm,
) {
  const payoutIds = new Set(payouts.map(({ id }) => id))
  await freeLines(context, replaced, {
    reason: form.reason ?? '',
    stays: (payoutId) => payoutIds.has(payoutId),
    heldOut: (payoutId) => (form.leaveOut.includes(payoutId) ? (form.reason ?? '') : (problems.get(payoutId) ?? [])),
  })
}

/** Refuses `payouts_changed` unless payouts and accounts are as they were read for the file. */
async function checkUnchanged(
  { tx }: TransactionContext,
  { payouts }: FilePlan,
  rows: Awaited<ReturnType<typeof lockPayouts>>,
  status: 'approved' | 'sent',
): Promise<void> {
  const now = new Map(rows.map((row) => [row.id, row]))
  const accounts = await tx
    .selectFrom('payment_infos')
    .select(['partner_id', 'iban_digest', 'account_holder', 'company'])
    .where(
      'partner_id',
      'in',
      payouts.map(({ partner_id }) => partner_id),
    )
    .execute()
  const accountByPartner = new Map(accounts.map((account) => [account.partner_id, account]))
  const same = payouts.filter(({ id, total_cents, partner_id, ...read }) => {
    const [row, account] = [now.get(id), accountByPartner.get(partner_id)]
    const isPaidTo =
      account?.iban_digest === read.iban_digest &&
      account.account_holder === read.account_holder &&
      account.company === read.company
    return row?.status === status && row.total_cents === total_cents && isPaidTo
  })
  if (same.length === payouts.length) return
  throw changed(
    same.length,
    same.reduce((sum, each) => sum + each.total_cents, 0),
  )
}
