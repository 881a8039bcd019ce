import { allAdministrators } from '#accounts/people/server/queries.ts'
import { pagePaths } from '#platform/domain/page-paths.ts'
import type { EventHandlers } from '#platform/server/events/event-record.ts'
import { maxFailingDays } from '../domain.ts'

/** Mail to every administrator when the portal has switched an endpoint off; none if it is on again by then. */
export const webhookEventHandlers: EventHandlers = {
  'webhook.disabled': async ({ subjectId, after }, { tx, config }) => {
    const endpoint = await tx
      .selectFrom('webhook_endpoints')
      .select(['url', 'enabled'])
      .where('id', '=', subjectId)
      .executeTakeFirst()
    if (!endpoint || endpoint.enabled) return []
    const { host } = new URL(endpoint.url)
    const why =
      after.because === 'gone'
        ? 'L’adresse a répondu qu’elle n’existe plus (410 Gone).'
        : `Aucun envoi n’a réussi depuis ${maxFailingDays} jours.`
    return (await allAdministrators(tx)).map((to) => ({
      kind: 'webhook_disabled' as const,
      to,
      subject: `Webhook désactivé : ${host}`,
      paragraphs: [
        `Bonjour ${to.name},`,
        `Le portail n’envoie plus d’événements à ${endpoint.url}. ${why}`,
        'Une fois l’adresse rétablie, réactivez le webhook : les envois manqués des 30 derniers jours peuvent être rejoués.',
      ],
      button: { label: 'Ouvrir les webhooks', url: `${config.publicUrl}${pagePaths.integrations}?view=webhooks` },
    }))
  },
}
