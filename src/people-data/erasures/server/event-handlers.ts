import { pagePaths } from '#access/domain/page-paths.ts'
import { rolesWith } from '#access/domain/staff-rights.ts'
import { allAdministrators } from '#accounts/people/server/queries.ts'
import type { EventHandlerContext, EventHandlers } from '#platform/server/events/event-record.ts'
import type { MailContent } from '#platform/server/mail/mail-content.ts'
import { mailDay } from '#platform/server/mail/mail-dates.ts'
import { m } from '../messages/messages.ts'

/** Everybody with the right to people's data is told of a plan, while it can be stopped, of its stop, and of what was erased. */
export const erasureEventHandlers: EventHandlers = {
  'erasure.planned': async ({ after, occurredAt }, context) => {
    const due = new Date(after.dueAt)
    // What is due at once cannot be stopped: they are told once, when it is done.
    if (due <= occurredAt) return []
    const day = mailDay(due, context.settings.timeZone)
    const text = after.leads === 0 ? m.accountPlannedText({ day }) : m.plannedText({ count: after.leads, day })
    return toAll(context, m.plannedSubject(), text)
  },
  'erasure.stopped': async ({ after }, context) => {
    const erasure = await context.tx
      .selectFrom('erasures as e')
      .innerJoin('profiles as p', 'p.user_id', 'e.stopped_by')
      .select(['e.due_at', 'p.full_name'])
      .where('e.id', '=', after.erasureId)
      .executeTakeFirst()
    if (!erasure) return []
    const day = mailDay(erasure.due_at, context.settings.timeZone)
    return toAll(context, m.stoppedSubject(), m.stoppedText({ name: erasure.full_name, day }))
  },
  'erasure.done': ({ after: { deleted, emptied } }, context) => toAll(context, m.doneSubject(), m.doneText({ deleted, emptied })),
}

async function toAll({ tx, config }: EventHandlerContext, subject: string, text: string): Promise<MailContent[]> {
  return (await allAdministrators(tx, rolesWith('people'))).map((to) => ({
    kind: 'erasure_notice',
    to,
    subject,
    paragraphs: [m.helloName({ name: to.name }), text],
    button: { label: m.seeErasures(), url: `${config.publicUrl}${pagePaths.peopleData}?view=erasures` },
  }))
}
