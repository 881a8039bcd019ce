import { sql } from 'kysely'
import type * as z from 'zod/mini'
import type { Actor } from '#access/domain/actor.ts'
import type { Tx } from '#platform/server/db/database.ts'
import { payloadField } from '#platform/server/events/payload-field.ts'
import type { contractMail } from '../../api/contract-steps.ts'

type ContractMail = z.infer<typeof contractMail>

interface Handover {
  readonly message_id: string | null
  readonly sent_at: Date | null
  readonly response: string | null
}

/** Record of a delivered mail. Without SMTP, mail is written to a file and there is no server response. */
function handover({ message_id, sent_at, response }: Handover) {
  const answer = response && /^\d{3}[ -]/.test(response) ? response : null
  return { messageId: message_id, handedOverAt: sent_at?.toISOString() ?? null, response: answer }
}

/** All mails about a contract, oldest first. Read as the system role; partners get only their own. */
export async function readMails(tx: Tx, contractId: string, reader: Actor): Promise<ContractMail[]> {
  let mails = tx
    .selectFrom('mails as m')
    .innerJoin('events as e', 'e.id', 'm.event_id')
    .select(['m.kind', 'm.recipient', 'm.message_id', 'm.sent_at', 'm.response', 'm.failed_at'])
    .where((where) =>
      where.or([
        where('e.subject_id', '=', contractId),
        where.and([
          where('e.name', '=', 'countersignature.code_sent'),
          where('e.subject_id', 'in', (codes) =>
            codes.selectFrom('signatures').select('countersign_code_id').where('contract_id', '=', contractId),
          ),
        ]),
      ]),
    )
  if (reader.kind === 'partner') mails = mails.where('m.user_id', '=', reader.userId)
  const rows = await mails.orderBy('e.seq').orderBy('m.recipient').execute()
  return rows.map((row) => ({
    kind: row.kind,
    recipient: row.recipient,
    failedAt: row.failed_at?.toISOString() ?? null,
    ...handover(row),
  }))
}

/** Delivery of the code's mail, as known when the code is entered. */
export async function codeMail(tx: Tx, { subjectId, codeId }: { readonly subjectId: string; readonly codeId: string }) {
  const row = await tx
    .selectFrom('mails as m')
    .innerJoin('events as e', 'e.id', 'm.event_id')
    .select(['m.message_id', 'm.sent_at', 'm.response'])
    .where('e.subject_id', '=', subjectId)
    .where(sql<string>`coalesce(${payloadField('e', 'contract.code_sent', 'after', 'codeId')}, e.subject_id::text)`, '=', codeId)
    .where('m.kind', '=', 'signing_code')
    .executeTakeFirst()
  return row ? handover(row) : null
}
