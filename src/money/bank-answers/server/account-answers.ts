import { sql } from 'kysely'
import { ofPartner } from '#access/domain/audience.ts'
import type { BankReasons } from '#money/bank-files/domain/bank-answer.ts'
import type { PayeeMatch } from '#money/bank-files/domain/live-batch.ts'
import type { Tx } from '#platform/server/db/database.ts'
import type { TransactionContext } from '#platform/server/transaction.ts'
import type { LineChange } from './plan-lines.ts'

/** Absent: the answer says nothing of it. */
interface AccountAnswer {
  readonly sentAt: Date
  readonly refusal?: { readonly on: string; readonly reasons: BankReasons } | null
  readonly verification?: { readonly match: PayeeMatch; readonly name: string | null }
}

/**
 * Keeps what the bank says of partners' accounts: refused, or known under another name. It is about the account that the payout
 * file was made for, so an answer to a later file replaces those to earlier ones, and a payment ends a refusal. A name that is
 * close to the holder's is an event, once for each spelling.
 */
export async function keepAccountAnswers(context: TransactionContext, changes: readonly LineChange[]): Promise<void> {
  const { tx, now } = context
  const answers = answersByPartner(changes)
  const before = await readPayees(tx, [...answers.keys()])
  for (const [partnerId, { sentAt, refusal, verification }] of answers) {
    const values = {
      sent_at: sentAt,
      refused_on: refusal?.on ?? null,
      refused_reason: null,
      bank_reasons: refusal ? JSON.stringify(refusal.reasons) : null,
      payee_match: verification?.match ?? null,
      payee_name: verification?.name ?? null,
      changed_at: now,
    }
    const presence = { refused: refusal !== undefined, payee: verification !== undefined }
    /** A column that this answer does not mention keeps its value if that came from an answer to the same file. */
    const ifPresent = <T>(column: string, isGiven: boolean) =>
      sql<T>`case when ${isGiven} then excluded.${sql.ref(column)}
        when bank_account_answers.sent_at = excluded.sent_at then bank_account_answers.${sql.ref(column)} end`
    const insertion = await tx
      .insertInto('bank_account_answers')
      .values({ partner_id: partnerId, ...values })
      .onConflict((conflict) =>
        conflict
          .column('partner_id')
          .doUpdateSet({
            sent_at: sentAt,
            refused_on: ifPresent<string | null>('refused_on', presence.refused),
            refused_reason: ifPresent<string | null>('refused_reason', presence.refused),
            bank_reasons: ifPresent<string | null>('bank_reasons', presence.refused),
            payee_match: ifPresent<PayeeMatch | null>('payee_match', presence.payee),
            payee_name: ifPresent<string | null>('payee_name', presence.payee),
            changed_at: now,
          })
          .where('bank_account_answers.sent_at', '<=', sentAt),
      )
      .executeTakeFirst()
    const previous = before.get(partnerId)
    const isNew = previous?.payee_match !== 'close_match' || previous.payee_name !== verification?.name
    if (verification?.match !== 'close_match' || !isNew || insertion.numInsertedOrUpdatedRows !== 1n) continue
    await context.recordEvent({
      name: 'payment_info.name_differs',
      subjectId: partnerId,
      audience: ofPartner(partnerId),
      after: { bankName: verification.name },
    })
  }
}

/** Earlier answers of banks about holders' names, by partner. */
async function readPayees(tx: Tx, partnerIds: readonly string[]) {
  if (partnerIds.length === 0) return new Map<string, never>()
  const rows = await tx
    .selectFrom('bank_account_answers')
    .select(['partner_id', 'payee_match', 'payee_name'])
    .where('partner_id', 'in', partnerIds)
    .execute()
  return new Map(rows.map((row) => [row.partner_id, row]))
}

function answersByPartner(changes: readonly LineChange[]): Map<string, AccountAnswer> {
  const all = new Map<string, AccountAnswer>()
  for (const { row, effect } of changes) {
    const answer = saidBy(effect)
    if (answer) all.set(row.partner_id, { ...all.get(row.partner_id), sentAt: row.sent_at, ...answer })
  }
  return all
}

function saidBy(effect: LineChange['effect']): Omit<AccountAnswer, 'sentAt'> | null {
  if (effect.does === 'verified') return { verification: { match: effect.match, name: effect.bankName?.slice(0, 140) ?? null } }
  if (effect.does === 'paid') return { refusal: null }
  if ('refusesAccount' in effect && effect.refusesAccount) return { refusal: { on: effect.on, reasons: effect.reasons } }
  return null
}
