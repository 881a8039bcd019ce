import { partnerContacts } from '#accounts/people/server/queries.ts'
import { wantsNoMail } from '#leads/client-confirmations/server/client-address-commands.ts'
import { clientToken, stopsClientMail } from '#leads/client-confirmations/server/client-link-guards.ts'
import { shortName } from '#leads/domain/client-names.ts'
import { noticeParagraphs } from '#leads/notices/domain.ts'
import { noticeOfMail } from '#leads/notices/server/queries.ts'
import { clientListHolds } from '#leads/refused-contacts/server/guards.ts'
import type { EventHandlers } from '#platform/server/events/event-record.ts'
import { m } from '../messages/messages.ts'

/** The notice: no offer and no button, nothing once the person has been told otherwise or wants no mail. */
export const noticeEventHandlers: EventHandlers = {
  'lead.notice_sent': async ({ subjectId }, { tx, config, settings: { providerName } }) => {
    if (!subjectId) return []
    const lead = await tx
      .selectFrom('lead_notices as n')
      .innerJoin('leads as l', 'l.id', 'n.lead_id')
      .innerJoin(partnerContacts.as('p'), 'p.partner_id', 'l.partner_id')
      .select(['l.id', 'l.name', 'l.email', 'p.full_name as partner'])
      .where('n.lead_id', '=', subjectId)
      .where('n.state', '=', 'due')
      .where('l.email', '<>', '')
      .where('l.restricted_at', 'is', null)
      .executeTakeFirst()
    const sections = await noticeOfMail(tx, subjectId)
    if (!lead || !sections || !(await clientListHolds(tx)) || (await wantsNoMail(tx, config, lead.email))) return []
    const name = shortName(lead.name)
    const { paragraphs, kept } = noticeParagraphs(config, sections, { partner: shortName(lead.partner), isLeft: false })
    return [
      {
        kind: 'client_notice',
        to: { userId: null, name, address: lead.email },
        subject: m.noticeSubject({ providerName }),
        paragraphs: [m.helloName({ name }), m.noticeLead({ providerName }), ...paragraphs],
        kept,
        unsubscribe: stopsClientMail(config, clientToken(config, lead)),
      },
    ]
  },
}
