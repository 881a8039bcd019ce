import { pagePaths } from '#access/domain/page-paths.ts'
import { rolesWith } from '#access/domain/staff-rights.ts'
import { allAdministrators } from '#accounts/people/server/queries.ts'
import type { EventHandlers } from '#platform/server/events/event-record.ts'
import { maxFailingDays } from '../domain.ts'
import { m } from '../messages/messages.ts'

/** Mail to whoever may change it when the portal has switched an endpoint off; none if it is on again by then. */
export const webhookEventHandlers: EventHandlers = {
  'webhook.disabled': async ({ subjectId, after }, { tx, config }) => {
    const endpoint = await tx
      .selectFrom('webhook_endpoints')
      .select(['url', 'enabled'])
      .where('id', '=', subjectId)
      .executeTakeFirst()
    if (!endpoint || endpoint.enabled) return []
    const { host } = new URL(endpoint.url)
    const why = after.because === 'gone' ? m.goneReason() : m.failingReason({ maxFailingDays })
    return (await allAdministrators(tx, rolesWith('team'))).map((to) => ({
      kind: 'webhook_disabled' as const,
      to,
      subject: m.disabledSubject({ host }),
      paragraphs: [m.helloName({ name: to.name }), m.disabledText({ url: endpoint.url, why }), m.disabledNext()],
      button: { label: m.openWebhooks(), url: `${config.publicUrl}${pagePaths.integrations}?view=webhooks` },
    }))
  },
}
