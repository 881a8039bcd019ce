import { pagePaths } from '#access/domain/page-paths.ts'
import { mailToTold } from '#communication/notifications/server/told-queries.ts'
import { readOfferNames } from '#leads/offers/server/queries.ts'
import { batchedEvents } from '#platform/server/events/batched-events.ts'
import type { EventHandlers } from '#platform/server/events/event-record.ts'
import { m } from '../messages/messages.ts'
import { subjectOf, termsText } from './terms-text.ts'

/** Mail to the people of a partner about all that one request has changed of its terms. */
export const termsEventHandlers: EventHandlers = {
  'terms.changed': async (event, { tx, config, settings }) => {
    const { name, partnerId } = event
    const changes = (await batchedEvents(tx, event)).map(({ after }) => after)
    const [first] = changes
    if (!partnerId || !first) return []
    const offerNames = await readOfferNames(tx, false)
    const lines = changes.flatMap((change) => {
      const { title, lines: told } = termsText(change, offerNames)
      return [title, ...told]
    })
    return mailToTold(tx, { name, partnerId }, (to) => ({
      kind: 'terms_changed',
      to,
      subject: subjectOf(first),
      paragraphs: [m.helloName({ name: to.name }), ...lines],
      button: { label: m.seeMyTerms(), url: `${config.publicUrl}${pagePaths.status}` },
      closing: m.questionAboutTerms({ contact: settings.contactEmail || settings.providerName }),
    }))
  },
}
