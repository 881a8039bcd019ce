import { pagePaths } from '#access/domain/page-paths.ts'
import { rolesWith } from '#access/domain/staff-rights.ts'
import { allAdministrators } from '#accounts/people/server/queries.ts'
import type { EventHandlers } from '#platform/server/events/event-record.ts'
import { mailDay } from '#platform/server/mail/mail-dates.ts'
import { m } from '../messages/messages.ts'

/** Everybody with the right to people's data is told of a plan, while it can be stopped, and of what was erased. */
export const erasureEventHandlers: EventHandlers = {
  'erasure.planned': async (event, { tx, config, settings }) => {
    const day = mailDay(new Date(event.after.dueAt), settings.timeZone)
    return (await allAdministrators(tx, rolesWith('people'))).map((to) => ({
      kind: 'erasure_notice',
      to,
      subject: m.plannedSubject(),
      paragraphs: [
        m.helloName({ name: to.name }),
        event.after.leads === 0 ? m.accountPlannedText({ day }) : m.plannedText({ count: event.after.leads, day }),
      ],
      button: { label: m.seeErasures(), url: `${config.publicUrl}${pagePaths.peopleData}?view=erasures` },
    }))
  },
  'erasure.done': async (event, { tx, config }) => {
    const { deleted, emptied } = event.after
    return (await allAdministrators(tx, rolesWith('people'))).map((to) => ({
      kind: 'erasure_notice',
      to,
      subject: m.doneSubject(),
      paragraphs: [m.helloName({ name: to.name }), m.doneText({ deleted, emptied })],
      button: { label: m.seeErasures(), url: `${config.publicUrl}${pagePaths.peopleData}?view=erasures` },
    }))
  },
}
