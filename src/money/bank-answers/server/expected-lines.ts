import { type InferResult, sql } from 'kysely'
import { partnerContacts } from '#accounts/people/server/queries.ts'
import type { BankAnswer } from '#money/bank-files/domain/bank-answer.ts'
import type { LiveBatch } from '#money/bank-files/domain/live-batch.ts'
import type { Tx } from '#platform/server/db/database.ts'
import { zoneInSql } from '#platform/server/provider-calendar.ts'

/** What an answer refers to, each as the bank repeats it. */
interface References {
  /** Ids of payout files or of their payment group: banks repeat either of them. */
  readonly messages: readonly string[]
  readonly endToEnd: readonly string[]
  readonly instructions: readonly string[]
}

const distinct = (all: readonly (string | null)[]) => [...new Set(all.filter((each) => each !== null))]

function referencesIn(answer: BankAnswer): References {
  if (answer.kind === 'status_report') {
    const { originalMessageId, groups, lines } = answer
    return {
      messages: distinct([originalMessageId, ...groups.map(({ paymentInfoId }) => paymentInfoId)]),
      endToEnd: distinct(lines.map(({ endToEndId }) => endToEndId)),
      instructions: distinct(lines.map(({ instructionId }) => instructionId)),
    }
  }
  const transactions = answer.entries.flatMap((entry) => entry.transactions)
  const batches = answer.entries.flatMap((entry) => entry.batches)
  return {
    messages: distinct([
      ...batches.flatMap(({ paymentInfoId, messageId }) => [paymentInfoId, messageId]),
      ...transactions.map(({ paymentInfoId }) => paymentInfoId),
    ]),
    endToEnd: distinct(transactions.map(({ endToEndId }) => endToEndId)),
    instructions: [],
  }
}

function lines(tx: Tx) {
  return tx
    .selectFrom('payout_file_lines as l')
    .innerJoin('payout_files as f', 'f.id', 'l.payout_file_id')
    .innerJoin('payouts as p', 'p.id', 'l.payout_id')
    .innerJoin(partnerContacts.as('o'), 'o.partner_id', 'p.partner_id')
    .select(['l.id', 'l.payout_id', 'l.end_to_end_id', 'l.instruction_id', 'l.total_cents', 'l.state', 'l.bank_status'])
    .select(['l.payee_match', 'l.payee_name', 'f.message_id', 'f.created_at as sent_at', 'p.reference', 'p.partner_id'])
    .select(sql<string>`to_char(p.issued_at at time zone ${zoneInSql}, 'YYYY-MM-DD')`.as('issued_on'))
    .select(['o.full_name as partner_name', 'o.partner_deleted_at'])
}

export type ExpectedRow = InferResult<ReturnType<typeof lines>>[number]

/** All lines of the payout files that an answer refers to, withdrawn ones included, in the order in which they were written. */
export async function expectedLines(tx: Tx, answer: BankAnswer): Promise<ExpectedRow[]> {
  const { messages, endToEnd, instructions } = referencesIn(answer)
  const fileIds = sql<string>`(
    select f.id from payout_files f where f.message_id = any(${messages}::text[])
    union select payout_file_id from payout_file_lines where end_to_end_id = any(${endToEnd}::text[])
    union select payout_file_id from payout_file_lines where instruction_id = any(${instructions}::text[]))`
  return lines(tx).where(sql<boolean>`f.id in ${fileIds}`).orderBy('f.created_at').orderBy('f.id').orderBy('l.position').execute()
}

/** The files of the lines, as reconciliation takes them. */
export function toBatches(rows: readonly ExpectedRow[]): LiveBatch[] {
  return [...Map.groupBy(rows, ({ message_id }) => message_id)].map(([messageId, of]) => ({
    messageId,
    lines: of.map((row) => ({
      endToEndId: row.end_to_end_id,
      instructionId: row.instruction_id,
      cents: row.total_cents,
      state: row.state,
    })),
  }))
}
