import { sql } from 'kysely'
import { pagePaths } from '#access/domain/page-paths.ts'
import { mailToTold } from '#communication/notifications/server/told-queries.ts'
import type { EventHandlerContext, EventHandlers, EventRecord } from '#platform/server/events/event-record.ts'
import type { MailContent } from '#platform/server/mail/mail-content.ts'
import { mailDay } from '#platform/server/mail/mail-dates.ts'
import { m } from '../messages/messages.ts'

/** Mail about contracts. Skipped if the contract was signed or deleted meanwhile. */
export const contractEventHandlers: EventHandlers = {
  'contract.assigned': toSignMail,
  'contract.reminded': toSignMail,
  'contract.validated': signedMail,
}

async function toSignMail(
  event: EventRecord<'contract.assigned' | 'contract.reminded'>,
  { tx, config, settings }: EventHandlerContext,
): Promise<MailContent[]> {
  if (event.name === 'contract.assigned' && event.after.withInvitation) return []
  const contract = await tx
    .selectFrom('contracts')
    .select(['user_id', 'title', 'contract_type'])
    .where('id', '=', event.subjectId)
    .where('status', '=', 'en_attente')
    .where('declined_at', 'is', null)
    .executeTakeFirst()
  if (!contract) return []
  const { title, contract_type: contractType } = contract
  const { providerName } = settings
  return mailToTold(tx, { name: event.name, partnerId: contract.user_id }, (to) => ({
    kind: 'contract_to_sign',
    to,
    subject:
      event.name === 'contract.reminded'
        ? m.toSignReminder({ contractType, providerName })
        : m.toSignSubject({ contractType, providerName }),
    paragraphs: [m.helloName({ name: to.name }), m.toSignText({ contractType, providerName, title })],
    kept: [title],
    button: { label: m.readContract({ contractType }), url: `${config.publicUrl}${pagePaths.contract}` },
  }))
}

async function signedMail(event: EventRecord, { tx, config, settings }: EventHandlerContext): Promise<MailContent[]> {
  const contract = await tx
    .selectFrom('contracts')
    .select(['user_id', 'title', 'contract_type', 'signed_at', sql<boolean>`app.contract_signed(user_id)`.as('unlocked')])
    .where('id', '=', event.subjectId)
    .where('status', '=', 'signe')
    .executeTakeFirst()
  if (!contract?.signed_at) return []
  const day = mailDay(contract.signed_at, settings.timeZone)
  const isMain = contract.contract_type === 'main'
  const opens = isMain && contract.unlocked ? [m.allOpen()] : []
  return mailToTold(tx, { name: event.name, partnerId: contract.user_id }, (to) => ({
    kind: 'contract_validated',
    to,
    subject: isMain
      ? m.contractIsSigned({ providerName: settings.providerName })
      : m.amendmentIsSigned({ providerName: settings.providerName }),
    paragraphs: [
      m.helloName({ name: to.name }),
      m.validatedText({
        contractType: contract.contract_type,
        providerName: settings.providerName,
        title: contract.title,
        day,
      }),
      ...opens,
    ],
    kept: [contract.title],
    button: { label: m.openMySpace(), url: `${config.publicUrl}${pagePaths.home}` },
  }))
}
