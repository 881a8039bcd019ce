import { type Selectable, sql, type Updateable } from 'kysely'
import type * as z from 'zod/mini'
import { isOwnPartner } from '#access/domain/actor.ts'
import { ofPartner } from '#access/domain/audience.ts'
import { partnerOf, personOf } from '#access/server/acting.ts'
import { partnerContacts } from '#accounts/people/server/queries.ts'
import { Refusal, refuseFieldUnless, refuseUnless } from '#platform/domain/refusal.ts'
import type { VigilanceDocuments } from '#platform/server/db/schema.generated.ts'
import { claimUpload } from '#platform/server/files/commands.ts'
import { newId } from '#platform/server/ids.ts'
import { isoDay, providerZone } from '#platform/server/provider-calendar.ts'
import type { TransactionContext } from '#platform/server/transaction.ts'
import type { vigilanceForm, vigilanceRequestForm } from '../api.ts'
import type { VigilanceStatus } from '../domain.ts'
import { m } from '../messages/messages.ts'

type Row = Selectable<VigilanceDocuments>
const aboutPartner = (partnerId: string) => ({ subjectId: partnerId, audience: ofPartner(partnerId) })
const payload = ({ id, kind, label }: Pick<Row, 'id' | 'kind' | 'label'>) => ({ documentId: id, kind, label })

/**
 * Takes a document of the caller's, as the answer to the request of its kind if there is one. Refuses `document_in_check`,
 * `upload_not_found` and days that cannot be.
 */
export async function submitDocument(context: TransactionContext, form: z.output<typeof vigilanceForm>): Promise<string> {
  const { tx, now } = context
  const partnerId = partnerOf(context).id
  const today = isoDay(now, await providerZone(tx))
  refuseFieldUnless(form.issuedOn <= today, 'issuedOn', m.dayToCome())
  const isValid = form.expiresOn === null || form.expiresOn >= today
  refuseFieldUnless(isValid, 'expiresOn', m.expiredAlready())
  const open = await tx
    .selectFrom('vigilance_documents')
    .select(['id', 'status'])
    .where('partner_id', '=', partnerId)
    .where('kind', '=', form.kind)
    .where(sql<boolean>`lower(label) = lower(${form.label})`)
    .where('status', 'in', ['requested', 'received'])
    .forUpdate()
    .executeTakeFirst()
  refuseUnless(open?.status !== 'received', 'document_in_check', m.sentAlready())
  await claimUpload(context, form.uploadId, 'partner_document')
  const columns = {
    status: 'received' as const,
    received_at: now,
    file_id: form.uploadId,
    issued_on: form.issuedOn,
    expires_on: form.expiresOn,
    security_code: form.securityCode,
  }
  const id = open?.id ?? newId()
  if (open) await tx.updateTable('vigilance_documents').set(columns).where('id', '=', id).execute()
  else {
    const row = { id, partner_id: partnerId, kind: form.kind, label: form.label, ...columns }
    await tx.insertInto('vigilance_documents').values(row).execute()
  }
  const after = payload({ id, kind: form.kind, label: form.label })
  await context.recordEvent({ name: 'vigilance.received', ...aboutPartner(partnerId), after })
  return id
}

/** Asks partners for a document; who is asked or checked already is left out. Refuses `partner_not_active`. */
export async function requestDocuments(context: TransactionContext, form: z.output<typeof vigilanceRequestForm>) {
  const { tx, now } = context
  const { userId } = personOf(context)
  const partnerIds = [...new Set(form.partnerIds)]
  const partners = await tx
    .selectFrom(partnerContacts.as('p'))
    .leftJoin('user_roles as r', 'r.user_id', 'p.user_id')
    .select('p.partner_id')
    .where('p.partner_id', 'in', partnerIds)
    .where('p.deleted_at', 'is', null)
    .where(sql<boolean>`coalesce(r.role, 'partner') = 'partner'`)
    .execute()
  const all = partners.length === partnerIds.length
  refuseUnless(all, 'partner_not_active', m.partnerGone())
  const added = await tx
    .insertInto('vigilance_documents')
    .values(
      partnerIds.toSorted().map((partnerId) => ({
        id: newId(),
        partner_id: partnerId,
        kind: form.kind,
        label: form.label,
        status: 'requested' as const,
        requested_at: now,
        requested_by: userId,
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .returning(['id', 'partner_id', 'kind', 'label'])
    .execute()
  await context.recordEvents(
    added.map((row) => ({
      name: 'vigilance.requested' as const,
      ...aboutPartner(row.partner_id),
      after: { documents: [payload(row)], isAutomatic: false },
    })),
  )
  return { requested: added.length, alreadyAsked: partnerIds.length - added.length }
}

interface Step {
  readonly id: string
  readonly from: VigilanceStatus
  readonly to: 'verified' | 'refused' | 'withdrawn'
  readonly reason?: string
}

/** Takes a step of staff; null if it was taken already. Refuses `document_decided` and `own_document`. */
async function take(context: TransactionContext, { id, from, to, reason }: Step): Promise<Row | null> {
  const { tx, now, actor } = context
  // Row-level security lets nobody lock a document of their own, so it is read before.
  const document = await tx.selectFrom('vigilance_documents').select('partner_id').where('id', '=', id).executeTakeFirst()
  if (!document) throw new Refusal('not_found', m.noSuchDocument())
  refuseUnless(!isOwnPartner(actor, document.partner_id), 'own_document', m.ownDocument())
  const row = await tx.selectFrom('vigilance_documents').selectAll().where('id', '=', id).forUpdate().executeTakeFirstOrThrow()
  if (row.status === to) return null
  refuseUnless(row.status === from, 'document_decided', m.decidedMeanwhile({ status: row.status }))
  const values: Updateable<VigilanceDocuments> = { status: to, decided_at: now, decided_by: personOf(context).userId }
  await tx
    .updateTable('vigilance_documents')
    .set(reason === undefined ? values : { ...values, refuse_reason: reason })
    .where('id', '=', id)
    .execute()
  return row
}

/** Marks a document as verified; done again, nothing changes. */
export async function verifyDocument(context: TransactionContext, id: string): Promise<void> {
  const row = await take(context, { id, from: 'received', to: 'verified' })
  if (row) await context.recordEvent({ name: 'vigilance.verified', ...aboutPartner(row.partner_id), after: payload(row) })
}

/** Refuses a document for good: the partner uploads another one. */
export async function refuseDocument(context: TransactionContext, id: string, { reason }: { reason: string }): Promise<void> {
  const row = await take(context, { id, from: 'received', to: 'refused', reason })
  if (!row) return
  await context.recordEvent({ name: 'vigilance.refused', ...aboutPartner(row.partner_id), after: { ...payload(row), reason } })
}

/** Withdraws a request that was not answered. */
export async function withdrawRequest(context: TransactionContext, id: string): Promise<void> {
  const row = await take(context, { id, from: 'requested', to: 'withdrawn' })
  if (row) await context.recordEvent({ name: 'vigilance.withdrawn', ...aboutPartner(row.partner_id), after: payload(row) })
}
