import { refuseUnless } from '#platform/domain/refusal.ts'
import type { Tx } from '#platform/server/db/database.ts'
import { m } from '../../messages/messages.ts'
import { boundTo, type Subject } from './subject.ts'

/** The signer's views of the current document since the contract became pending; a revocation requires a new view. */
export function currentViews(tx: Tx, subject: Subject) {
  const { contract } = subject
  const views = tx
    .selectFrom('document_views')
    .where('contract_id', '=', contract.id)
    .where('user_id', '=', contract.user_id)
    .where('document_sha256', '=', boundTo(subject))
  return contract.revoked_at ? views.where('first_at', '>', contract.revoked_at) : views
}

/** Refuses `document_not_opened` if the current document was never sent to the signer. */
export async function checkOpened(tx: Tx, subject: Subject): Promise<void> {
  const view = await currentViews(tx, subject).select('id').limit(1).executeTakeFirst()
  const text = subject.file ? m.documentNotOpened() : m.linkNotOpened()
  refuseUnless(view, 'document_not_opened', text)
}
