import { readReceiver } from '#communication/notifications/server/queries.ts'
import { pagePaths } from '#platform/domain/page-paths.ts'
import type { EventHandlerContext, EventHandlers, EventRecord } from '#platform/server/events/event-record.ts'
import type { Email } from '#platform/server/mail/email.ts'
import { frenchDocument } from '../domain.ts'

/** Mail to partners about their documents. */
export const vigilanceEventHandlers: EventHandlers = {
  'vigilance.requested': requestedEmail,
  'vigilance.refused': refusedEmail,
  'vigilance.reminded': reminderEmail,
}

interface Letter {
  readonly subject: string
  readonly paragraphs: readonly string[]
  /** The text that staff wrote about it. */
  readonly kept: readonly string[]
}

async function toPartner(partnerId: string | null, { tx, config }: EventHandlerContext, email: Letter): Promise<Email[]> {
  if (!partnerId) return []
  const to = await readReceiver(tx, partnerId)
  const button = { label: 'Déposer le document', url: `${config.publicUrl}${pagePaths.documents}` }
  const paragraphs = [`Bonjour ${to.name},`, ...email.paragraphs]
  return [{ kind: 'document_requested', to, ...email, paragraphs, button }]
}

async function readStatuses({ tx }: EventHandlerContext, documentIds: readonly string[]) {
  return tx.selectFrom('vigilance_documents').select(['id', 'status']).where('id', 'in', documentIds).execute()
}

/** Without those that were answered or withdrawn meanwhile. */
async function requestedEmail(event: EventRecord<'vigilance.requested'>, context: EventHandlerContext): Promise<Email[]> {
  const { documents } = event.after
  const rows = await readStatuses(
    context,
    documents.map(({ documentId }) => documentId),
  )
  const open = new Set(rows.filter(({ status }) => status === 'requested').map(({ id }) => id))
  const names = documents.filter(({ documentId }) => open.has(documentId)).map(({ kind, label }) => frenchDocument(kind, label))
  if (names.length === 0) return []
  return toPartner(event.subjectId, context, {
    kept: names,
    subject: names.length === 1 ? `Document à fournir : ${names[0] ?? ''}` : 'Documents à fournir',
    paragraphs: [
      `${context.settings.providerName} vous demande de déposer dans votre espace : ${names.join(', ')}.`,
      ...(event.after.isAutomatic
        ? ['La loi le demande à partir d’un certain montant de commissions (Code du travail, art. L8222-1 et D8222-5).']
        : []),
    ],
  })
}

async function refusedEmail(event: EventRecord<'vigilance.refused'>, context: EventHandlerContext): Promise<Email[]> {
  const { kind, label, reason } = event.after
  const name = frenchDocument(kind, label)
  return toPartner(event.subjectId, context, {
    subject: `Document refusé : ${name}`,
    kept: [label, reason],
    paragraphs: [`Votre document n’a pas été accepté : ${name}.`, `Motif : ${reason}.`, 'Déposez-en un autre dans votre espace.'],
  })
}

async function reminderEmail(event: EventRecord<'vigilance.reminded'>, context: EventHandlerContext): Promise<Email[]> {
  const { kind, label, daysLeft, expiresOn } = event.after
  const name = frenchDocument(kind, label)
  const day = expiresOn.split('-').toReversed().join('/')
  return toPartner(event.subjectId, context, {
    kept: [label],
    subject: daysLeft === 0 ? `Expire aujourd’hui : ${name}` : `Expire le ${day} : ${name}`,
    paragraphs: [
      `Le document que ${context.settings.providerName} a de vous expire le ${day} : ${name}.`,
      'Déposez le nouveau dans votre espace.',
    ],
  })
}
