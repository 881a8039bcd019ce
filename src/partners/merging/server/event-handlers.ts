import { pagePaths } from '#access/domain/page-paths.ts'
import { partnerRoleLabels } from '#accounts/people/domain.ts'
import { partnerName } from '#accounts/people/server/queries.ts'
import { readReceiver } from '#communication/notifications/server/queries.ts'
import { explanationOf } from '#partners/team/domain.ts'
import type { EventHandlers } from '#platform/server/events/event-record.ts'
import { m } from '../messages/messages.ts'

/** Mail to whoever belongs to another partner now, whether they were moved, split off or merged along. */
export const mergingEventHandlers: EventHandlers = {
  'team.person_moved': async ({ subjectId, partnerId, actorId, before, after }, { tx, config, settings }) => {
    if (!subjectId || !partnerId) return []
    const [to, from, company, by] = await Promise.all([
      readReceiver(tx, subjectId),
      partnerName(tx, before.partnerId),
      partnerName(tx, partnerId),
      tx.selectFrom('profiles').select('full_name').where('user_id', '=', actorId).executeTakeFirst(),
    ])
    const { providerName, contactEmail } = settings
    const { role, seesAmounts, leads } = after
    return [
      {
        kind: 'moved_to_partner',
        to,
        subject: m.movedSubject({ company }),
        paragraphs: [
          m.helloName({ name: to.name }),
          m.movedText({ by: by?.full_name ?? providerName, providerName, from, company }),
          m.yourRoleIs({ role: partnerRoleLabels[role], explanation: explanationOf(role, seesAmounts) }),
          m.movedLeads({ leads, from }),
        ],
        button: { label: m.openPortal(), url: `${config.publicUrl}${pagePaths.home}` },
        closing: m.movedUnexpected({ contact: contactEmail || providerName }),
      },
    ]
  },
}
