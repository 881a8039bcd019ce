import { pagePaths } from '#access/domain/page-paths.ts'
import { verifyPath } from '#access/domain/visitor-paths.ts'
import { partnerContacts } from '#accounts/people/server/queries.ts'
import { readReceiver } from '#communication/notifications/server/queries.ts'
import { mailToTold, toldPeople } from '#communication/notifications/server/told-queries.ts'
import type { Tx } from '#platform/server/db/database.ts'
import type { EventHandlerContext, EventHandlers, EventRecord } from '#platform/server/events/event-record.ts'
import type { MailContent } from '#platform/server/mail/mail-content.ts'
import { m } from '../../messages/messages.ts'
import { digitsOf } from './code.ts'
import { countersignCodeMail } from './countersign-mails.ts'
import { revokedMails } from './revoked-mails.ts'
import { readStaffReceivers } from './staff-receivers.ts'

/** Mail about signing: code, copies, declined, revoked. It cannot be switched off. */
export const signingEventHandlers: EventHandlers = {
  'contract.code_sent': codeMail,
  'countersignature.code_sent': countersignCodeMail,
  'contract.signed': signedMails,
  'contract.countersigned': countersignedMails,
  'contract.declined': declinedMails,
  'contract.revoked': revokedMails,
}

async function codeMail(
  event: EventRecord<'contract.code_sent'>,
  { tx, config, settings }: EventHandlerContext,
): Promise<MailContent[]> {
  const code = await tx
    .selectFrom('signing_codes as s')
    .innerJoin('contracts as c', 'c.id', 's.contract_id')
    .selectAll('s')
    .select('c.title')
    .where('s.id', '=', event.after.codeId)
    .where('s.used_at', 'is', null)
    .executeTakeFirst()
  if (!code) return []
  const digits = digitsOf(config, code)
  const to = await readReceiver(tx, code.user_id)
  return [
    {
      kind: 'signing_code',
      to,
      subject: m.codeSubject({ providerName: settings.providerName }),
      paragraphs: [m.helloName({ name: to.name }), m.codeText({ title: code.title })],
      code: digits,
      kept: [code.title],
      closing: m.codeClosing(),
    },
  ]
}

/** Contract and sealed file of an event; null if revoked meanwhile. */
async function signedFile(event: EventRecord<'contract.signed'> | EventRecord<'contract.countersigned'>, tx: Tx) {
  const row = await tx
    .selectFrom('signatures as s')
    .innerJoin('contracts as c', 'c.id', 's.contract_id')
    .innerJoin('files as f', 'f.id', 's.file_id')
    .innerJoin(partnerContacts.as('p'), 'p.partner_id', 'c.user_id')
    .select(['c.id', 'c.title', 'c.user_id', 's.reference', 'f.id as fileId', 'f.name as fileName', 'p.full_name as partner'])
    .where('s.file_id', '=', event.after.fileId)
    .where('s.revoked_at', 'is', null)
    .executeTakeFirst()
  return row ?? null
}

async function signedMails(
  event: EventRecord<'contract.signed'>,
  { tx, config, settings }: EventHandlerContext,
): Promise<MailContent[]> {
  const contract = await signedFile(event, tx)
  if (!contract) return []
  const attachment = { fileId: contract.fileId, name: contract.fileName }
  const check = m.verifyFileAt({ address: `${config.publicUrl}${verifyPath(contract.reference)}` })
  const owners = await toldPeople(tx, { name: event.name, partnerId: contract.user_id })
  const staff = await readStaffReceivers(tx, contract.id)
  return [
    ...owners.map(
      (to): MailContent => ({
        kind: 'signed_copy',
        to,
        subject: m.copySubject({ title: contract.title }),
        paragraphs: [m.helloName({ name: to.name }), m.copyText({ title: contract.title, providerName: settings.providerName })],
        button: { label: m.openMySpace(), url: `${config.publicUrl}${pagePaths.contract}` },
        closing: check,
        kept: [contract.title, check],
        attachment,
      }),
    ),
    ...staff.map(
      (to): MailContent => ({
        kind: 'signed_copy',
        to,
        subject: m.signedSubject({ partner: contract.partner, title: contract.title }),
        paragraphs: [m.helloName({ name: to.name }), m.signedText({ partner: contract.partner, title: contract.title })],
        button: { label: m.seeContracts(), url: `${config.publicUrl}${pagePaths.adminContracts}` },
        closing: check,
        kept: [contract.title, check],
        attachment,
      }),
    ),
  ]
}

async function countersignedMails(
  event: EventRecord<'contract.countersigned'>,
  { tx, config, settings }: EventHandlerContext,
): Promise<MailContent[]> {
  const contract = await signedFile(event, tx)
  if (!contract) return []
  const check = m.verifyFileAt({ address: `${config.publicUrl}${verifyPath(contract.reference)}` })
  return mailToTold(tx, { name: event.name, partnerId: contract.user_id }, (to) => ({
    kind: 'signed_copy',
    to,
    subject: m.counterSignedSubject({ providerName: settings.providerName, title: contract.title }),
    paragraphs: [
      m.helloName({ name: to.name }),
      m.counterSignedText({ providerName: settings.providerName, title: contract.title }),
    ],
    button: { label: m.openMySpace(), url: `${config.publicUrl}${pagePaths.contract}` },
    closing: check,
    kept: [contract.title, check],
    attachment: { fileId: contract.fileId, name: contract.fileName },
  }))
}

async function declinedMails(event: EventRecord, { tx, config }: EventHandlerContext): Promise<MailContent[]> {
  const contract = await tx
    .selectFrom('contracts as c')
    .innerJoin(partnerContacts.as('p'), 'p.partner_id', 'c.user_id')
    .select(['c.id', 'c.title', 'c.decline_reason', 'p.full_name'])
    .where('c.id', '=', event.subjectId)
    .where('c.declined_at', 'is not', null)
    .executeTakeFirst()
  if (!contract) return []
  const staff = await readStaffReceivers(tx, contract.id)
  return staff.map((to) => ({
    kind: 'contract_declined',
    to,
    subject: m.declinedSubject({ name: contract.full_name, title: contract.title }),
    paragraphs: [
      m.helloName({ name: to.name }),
      m.declinedText({ name: contract.full_name, title: contract.title }),
      contract.decline_reason ?? '',
    ],
    kept: [contract.title],
    button: { label: m.seeContracts(), url: `${config.publicUrl}${pagePaths.adminContracts}` },
  }))
}
