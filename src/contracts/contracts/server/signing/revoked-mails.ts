import { pagePaths } from '#access/domain/page-paths.ts'
import { partnerContacts } from '#accounts/people/server/queries.ts'
import { readReceiver } from '#communication/notifications/server/queries.ts'
import { toldPeople } from '#communication/notifications/server/told-queries.ts'
import type { EventHandlerContext, EventRecord } from '#platform/server/events/event-record.ts'
import type { MailContent } from '#platform/server/mail/mail-content.ts'
import { mailMoment } from '#platform/server/mail/mail-dates.ts'
import { m } from '../../messages/messages.ts'
import { readStaffReceivers } from './staff-receivers.ts'

/** Notifies both sides of a revocation with author and reason, even if the contract was signed again since. */
export async function revokedMails(
  event: EventRecord<'contract.revoked'>,
  { tx, config, settings }: EventHandlerContext,
): Promise<MailContent[]> {
  const contract = await tx
    .selectFrom('contracts as c')
    .innerJoin(partnerContacts.as('p'), 'p.partner_id', 'c.user_id')
    .select(['c.id', 'c.title', 'c.contract_type', 'c.user_id', 'p.full_name as partner'])
    .where('c.id', '=', event.subjectId)
    .executeTakeFirst()
  if (!contract) return []
  const by = event.actorId ? (await readReceiver(tx, event.actorId)).name : settings.providerName
  const { reason } = event.after
  const at = mailMoment(event.occurredAt, settings.timeZone)
  const owners = await toldPeople(tx, { name: event.name, partnerId: contract.user_id })
  const staff = await readStaffReceivers(tx, contract.id)
  return [
    ...owners.map(
      (to): MailContent => ({
        kind: 'contract_revoked',
        to,
        subject: m.revokedSubject({ title: contract.title }),
        paragraphs: [
          m.helloName({ name: to.name }),
          m.revokedText({ providerName: settings.providerName, title: contract.title, at }),
          reason,
          m.toSignAgain({ contractType: contract.contract_type }),
        ],
        kept: [contract.title, reason],
        button: { label: m.openMySpace(), url: `${config.publicUrl}${pagePaths.contract}` },
        closing: m.revokedClosing(),
      }),
    ),
    ...staff.map(
      (to): MailContent => ({
        kind: 'contract_revoked',
        to,
        subject: m.revokedStaffSubject({ title: contract.title, partner: contract.partner }),
        paragraphs: [
          m.helloName({ name: to.name }),
          m.revokedStaffText({ by, title: contract.title, partner: contract.partner, at }),
          reason,
        ],
        kept: [contract.title, reason],
        button: { label: m.seeContracts(), url: `${config.publicUrl}${pagePaths.adminContracts}` },
      }),
    ),
  ]
}
