import { signingCode } from '#domain/signing.ts'
import { newId } from '../ids.ts'
import type { TransactionContext } from '../transaction.ts'
import type { CodeRow } from './code.ts'
import { checkOpened } from './document-views.ts'
import { checkNamesPrintable } from './printable-names.ts'
import type { Subject } from './subject.ts'
import { boundTo, checkMainSigned, checkSignable, lockSubject, partnerOf } from './subject.ts'

/** A partner opens their pending contract; the first time is kept. */
export async function openSigning(context: TransactionContext, contractId: string, userId: string): Promise<Subject> {
  const subject = await lockSubject(context.tx, contractId, userId)
  await checkSignable(context.tx, subject)
  if (subject.contract.opened_at) return subject
  await context.tx.updateTable('contracts').set({ opened_at: context.now }).where('id', '=', contractId).execute()
  await context.recordEvent({ name: 'contract.opened', subjectId: contractId, audience: partnerOf(subject) })
  return subject
}

/** A new code; those before it end. The mail that carries it follows from the event. */
export async function addSigningCode(context: TransactionContext, contractId: string, userId: string): Promise<CodeRow> {
  const { tx, now } = context
  const subject = await lockSubject(tx, contractId, userId)
  await checkSignable(tx, subject)
  await checkMainSigned(tx, subject)
  await checkOpened(tx, subject)
  await checkNamesPrintable(tx, userId)
  const code = {
    id: newId(),
    contract_id: contractId,
    user_id: userId,
    document_sha256: boundTo(subject),
    created_at: now,
    expires_at: new Date(now.getTime() + signingCode.minutes * 60_000),
    tries: 0,
    used_at: null,
  }
  await tx.insertInto('signing_codes').values(code).execute()
  await tx.updateTable('contracts').set({ code_sent_at: now }).where('id', '=', contractId).execute()
  await context.recordEvent({
    name: 'contract.code_sent',
    subjectId: contractId,
    audience: partnerOf(subject),
    after: { codeId: code.id },
  })
  return code
}

/** A partner declines, with a reason; they may still sign later. */
export async function declineContract(
  context: TransactionContext,
  contractId: string,
  userId: string,
  reason: string,
): Promise<void> {
  const subject = await lockSubject(context.tx, contractId, userId)
  await checkSignable(context.tx, subject)
  await context.tx
    .updateTable('contracts')
    .set({ declined_at: context.now, decline_reason: reason })
    .where('id', '=', contractId)
    .execute()
  await context.recordEvent({
    name: 'contract.declined',
    subjectId: contractId,
    audience: partnerOf(subject),
    after: { reason, title: subject.contract.title },
  })
}
