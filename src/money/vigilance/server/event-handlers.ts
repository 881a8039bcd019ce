import { pagePaths } from '#access/domain/page-paths.ts'
import { mailToTold } from '#communication/notifications/server/told-queries.ts'
import type { EventHandlerContext, EventHandlers, EventRecord } from '#platform/server/events/event-record.ts'
import type { MailContent } from '#platform/server/mail/mail-content.ts'
import { frenchDocument } from '../domain.ts'
import { m } from '../messages/messages.ts'

/** Mail to partners about their documents. */
export const vigilanceEventHandlers: EventHandlers = {
  'vigilance.requested': requestedMail,
  'vigilance.refused': refusedMail,
  'vigilance.reminded': reminderMail,
}

interface Letter {
  readonly subject: string
  readonly paragraphs: readonly string[]
  /** The text that staff wrote about it. */
  readonly kept: readonly string[]
}

async function toPartner(
  { name, subjectId: partnerId }: EventRecord,
  { tx, config }: EventHandlerContext,
  email: Letter,
): Promise<MailContent[]> {
  if (!partnerId) return []
  const button = { label: m.uploadTheDocument(), url: `${config.publicUrl}${pagePaths.documents}` }
  return mailToTold(tx, { name, partnerId }, (to) => {
    const paragraphs = [m.helloName({ name: to.name }), ...email.paragraphs]
    return { kind: 'document_requested', to, ...email, paragraphs, button }
  })
}

async function readStatuses({ tx }: EventHandlerContext, documentIds: readonly string[]) {
  return tx.selectFrom('vigilance_documents').select(['id', 'status']).where('id', 'in', documentIds).execute()
}

/** Without those that were answered or withdrawn meanwhile. */
async function requestedMail(event: EventRecord<'vigilance.requested'>, context: EventHandlerContext): Promise<MailContent[]> {
  const { documents } = event.after
  const rows = await readStatuses(
    context,
    documents.map(({ documentId }) => documentId),
  )
  const open = new Set(rows.filter(({ status }) => status === 'requested').map(({ id }) => id))
  const names = documents.filter(({ documentId }) => open.has(documentId)).map(({ kind, label }) => frenchDocument(kind, label))
  if (names.length === 0) return []
  return toPartner(event, context, {
    kept: names,
    subject: names.length === 1 ? m.documentRequestedSubject({ name: names[0] ?? '' }) : m.documentsToProvide(),
    paragraphs: [
      m.requestText({ provider: context.settings.providerName, names: names.join(', ') }),
      ...(event.after.isAutomatic ? [m.requestLaw()] : []),
    ],
  })
}

async function refusedMail(event: EventRecord<'vigilance.refused'>, context: EventHandlerContext): Promise<MailContent[]> {
  const { kind, label, reason } = event.after
  const name = frenchDocument(kind, label)
  return toPartner(event, context, {
    subject: m.refusedSubject({ name }),
    kept: [label, reason],
    paragraphs: [m.refusedText({ name }), m.refusedReason({ reason }), m.uploadAnother()],
  })
}

async function reminderMail(event: EventRecord<'vigilance.reminded'>, context: EventHandlerContext): Promise<MailContent[]> {
  const { kind, label, daysLeft, expiresOn } = event.after
  const name = frenchDocument(kind, label)
  const day = expiresOn.split('-').toReversed().join('/')
  return toPartner(event, context, {
    kept: [label],
    subject: daysLeft === 0 ? m.expiresToday({ name }) : m.expiresOn({ day, name }),
    paragraphs: [m.reminderText({ providerName: context.settings.providerName, day, name }), m.uploadNewOne()],
  })
}
