import { sql } from 'kysely'
import type { Tx } from '#platform/server/db/database.ts'
import type { DocumentViews } from '#platform/server/db/schema.generated.ts'
import { newId } from '#platform/server/ids.ts'
import type { TransactionContext } from '#platform/server/transaction.ts'
import { numberedText } from '../domain/contract-text.ts'
import { signingCode } from '../domain/signing.ts'
import type { CodeRow } from './signing/code.ts'
import { checkOpened, currentViews } from './signing/document-views.ts'
import { checkNamesPrintable } from './signing/printable-names.ts'
import { audienceOf, boundTo, checkMainSigned, checkSignable, lockSubject, type Signer, type Subject } from './signing/subject.ts'
import { findText } from './text-queries.ts'

/** Records the first time a partner opens their pending contract. */
export async function openSigning(context: TransactionContext, contractId: string, signer: Signer): Promise<Subject> {
  const subject = await lockSubject(context.tx, contractId, signer)
  await checkSignable(context.tx, subject)
  if (subject.contract.opened_at) return subject
  await context.tx.updateTable('contracts').set({ opened_at: context.now }).where('id', '=', contractId).execute()
  await context.recordEvent({ name: 'contract.opened', subjectId: contractId, audience: audienceOf(subject) })
  return subject
}

/** Creates a code and invalidates earlier ones. The event triggers its mail. */
export async function addSigningCode(context: TransactionContext, contractId: string, signer: Signer): Promise<CodeRow> {
  const { tx, now } = context
  const subject = await lockSubject(tx, contractId, signer)
  await checkSignable(tx, subject)
  await checkMainSigned(tx, subject)
  await checkOpened(tx, subject)
  await checkNamesPrintable(tx, signer.userId)
  const code = {
    id: newId(),
    contract_id: contractId,
    user_id: signer.userId,
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
    audience: audienceOf(subject),
    after: { codeId: code.id },
  })
  return code
}

/** Declines with a reason; signing later remains possible. */
export async function declineContract(
  context: TransactionContext,
  contractId: string,
  signer: Signer,
  reason: string,
): Promise<void> {
  const subject = await lockSubject(context.tx, contractId, signer)
  await checkSignable(context.tx, subject)
  await context.tx
    .updateTable('contracts')
    .set({ declined_at: context.now, decline_reason: reason })
    .where('id', '=', contractId)
    .execute()
  await context.recordEvent({
    name: 'contract.declined',
    subjectId: contractId,
    audience: audienceOf(subject),
    after: { reason },
  })
}

type Way = DocumentViews['way']

type ViewEvent = 'contract.document_opened' | 'contract.document_downloaded' | 'contract.link_opened'

const eventOf: Readonly<Record<Way, ViewEvent>> = {
  opened: 'contract.document_opened',
  text: 'contract.document_opened',
  downloaded: 'contract.document_downloaded',
  link: 'contract.link_opened',
}

interface View extends Signer {
  readonly contractId: string
  readonly sessionId: string
  readonly way: Way
  /** The text that was sent, with `way: 'text'`. */
  readonly textSha256?: string
}

/** Records that the document was sent to the signer, once per session and way of delivery. */
export async function recordView(context: TransactionContext, view: View): Promise<void> {
  const { contractId, userId, sessionId, way, textSha256 = null } = view
  const { tx, now } = context
  const subject = await lockSubject(tx, contractId, view)
  if (subject.contract.status !== 'en_attente') return
  const currentView = await currentViews(tx, subject)
    .select('id')
    .where('way', '=', way)
    .where('session_id', '=', sessionId)
    .executeTakeFirst()
  if (currentView) {
    await tx.updateTable('document_views').set({ last_at: now }).where('id', '=', currentView.id).execute()
    return
  }
  const id = newId()
  await tx
    .insertInto('document_views')
    .values({
      id,
      contract_id: contractId,
      user_id: userId,
      document_sha256: boundTo(subject),
      way,
      text_sha256: textSha256,
      session_id: sessionId,
      first_at: now,
      last_at: now,
      pages_shown: null,
      page_count: null,
    })
    .execute()
  await context.recordEvent({
    name: eventOf[way],
    subjectId: contractId,
    audience: audienceOf(subject),
    after: { viewId: id },
  })
}

interface ShownPages {
  readonly documentSha256: string
  readonly textSha256?: string | undefined
  readonly pages: readonly number[]
  readonly pageCount: number
}

/** The number of pages of a PDF as inspected, or of parts of the kept text; null if that is another text. */
async function countOf(tx: Tx, { contract, file }: Subject, { textSha256, pageCount }: ShownPages): Promise<number | null> {
  if (!textSha256) return file?.inspection?.pages ?? pageCount
  const text = await findText(tx, contract.id)
  return text?.sha256 === textSha256 ? numberedText(text).parts.length : null
}

/** Adds displayed pages, or parts of the text, to the view they belong to; those of another document are ignored. */
export async function addShownPages(
  { tx, now }: TransactionContext,
  { contractId, partnerId, sessionId }: Omit<View, 'way'>,
  shown: ShownPages,
): Promise<void> {
  const subject = await lockSubject(tx, contractId, { partnerId })
  if (subject.contract.status !== 'en_attente' || boundTo(subject) !== shown.documentSha256) return
  const count = await countOf(tx, subject, shown)
  if (count === null) return
  const shownPages = shown.pages.filter((page) => page <= count)
  const view = await currentViews(tx, subject)
    .select(['id', 'pages_shown'])
    .where('way', '=', shown.textSha256 ? 'text' : 'opened')
    .where('session_id', '=', sessionId)
    .orderBy('first_at', 'desc')
    .executeTakeFirst()
  if (!view || shownPages.length === 0) return
  const all = [...new Set([...(view.pages_shown ?? []), ...shownPages])].sort((a, b) => a - b)
  await tx
    .updateTable('document_views')
    .set({ pages_shown: sql`${all}::integer[]`, page_count: count, last_at: now })
    .where('id', '=', view.id)
    .execute()
}
