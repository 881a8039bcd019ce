import { sql } from 'kysely'
import { refuseUnless } from '#domain/refusal.ts'
import type { EventName } from '#domain/activity.ts'
import type { Tx } from '../db/database.ts'
import { newId } from '../ids.ts'
import type { TransactionContext } from '../transaction.ts'
import type { Subject } from './subject.ts'
import { boundTo, lockSubject, partnerOf } from './subject.ts'
import type { DocumentViews } from './tables.ts'

type Way = DocumentViews['way']

const eventOf: Readonly<Record<Way, EventName>> = {
  opened: 'contract.document_opened',
  downloaded: 'contract.document_downloaded',
  link: 'contract.link_opened',
}

/** The views of the document as it is now by its signer, since the contract is pending: a revocation asks to look again. */
function currentViews(tx: Tx, subject: Subject) {
  const { contract } = subject
  const views = tx
    .selectFrom('document_views')
    .where('contract_id', '=', contract.id)
    .where('user_id', '=', contract.user_id)
    .where('document_sha256', '=', boundTo(subject))
  return contract.revoked_at ? views.where('first_at', '>', contract.revoked_at) : views
}

interface View {
  readonly contractId: string
  readonly userId: string
  readonly sessionId: string
  readonly way: Way
}

/** Notes that a signer was sent their pending document: one event for each way and session, however often it is repeated. */
export async function recordView(context: TransactionContext, { contractId, userId, sessionId, way }: View): Promise<void> {
  const { tx, now } = context
  const subject = await lockSubject(tx, contractId, userId)
  if (subject.contract.status !== 'en_attente') return
  const known = await currentViews(tx, subject)
    .select('id')
    .where('way', '=', way)
    .where('session_id', '=', sessionId)
    .executeTakeFirst()
  if (known) {
    await tx.updateTable('document_views').set({ last_at: now }).where('id', '=', known.id).execute()
    return
  }
  const view = { id: newId(), contract_id: contractId, user_id: userId, way, session_id: sessionId, first_at: now, last_at: now }
  await tx
    .insertInto('document_views')
    .values({ ...view, document_sha256: boundTo(subject), pages_shown: null, page_count: null })
    .execute()
  await context.recordEvent({
    name: eventOf[way],
    subjectId: contractId,
    audience: partnerOf(subject),
    after: { viewId: view.id },
  })
}

interface ShownPages {
  readonly documentSha256: string
  readonly pages: readonly number[]
  readonly pageCount: number
}

/** Adds what the reader showed to the view that it was sent the document for; of another document nothing is noted. */
export async function addShownPages(
  { tx, now }: TransactionContext,
  { contractId, userId, sessionId }: Omit<View, 'way'>,
  { documentSha256, pages, pageCount }: ShownPages,
): Promise<void> {
  const subject = await lockSubject(tx, contractId, userId)
  if (subject.contract.status !== 'en_attente' || boundTo(subject) !== documentSha256) return
  const count = subject.file?.inspection?.pages ?? pageCount
  const shown = pages.filter((page) => page <= count)
  const view = await currentViews(tx, subject)
    .select(['id', 'pages_shown'])
    .where('way', '=', 'opened')
    .where('session_id', '=', sessionId)
    .orderBy('first_at', 'desc')
    .executeTakeFirst()
  if (!view || shown.length === 0) return
  const all = [...new Set([...(view.pages_shown ?? []), ...shown])].sort((a, b) => a - b)
  await tx
    .updateTable('document_views')
    .set({ pages_shown: sql`${all}::integer[]`, page_count: count, last_at: now })
    .where('id', '=', view.id)
    .execute()
}

/** Refuses `document_not_opened` while the signer was never sent the document as it is now. */
export async function checkOpened(tx: Tx, subject: Subject): Promise<void> {
  const view = await currentViews(tx, subject).select('id').limit(1).executeTakeFirst()
  const text = subject.file
    ? 'Vous n’avez pas encore ouvert ce document : ouvrez-le ou téléchargez-le, lisez-le, puis signez.'
    : 'Vous n’avez pas encore ouvert ce document : ouvrez le lien, lisez-le, puis signez.'
  refuseUnless(view, 'document_not_opened', text)
}
