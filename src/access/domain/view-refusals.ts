import { texts } from '#platform/domain/languages.ts'
import { m } from '../messages/messages.ts'

/** The reasons why changes and secrets are refused during a view of the portal as a partner. */
export const viewRefusals = texts({
  change: m.viewChange,
  secret: m.viewSecret,
})
