import { m } from '../messages/messages.ts'
import { texts } from './languages.ts'

/** The reasons why changes and secrets are refused during a view of the portal as a partner. */
export const viewRefusals = texts({
  change: m.viewChange,
  secret: m.viewSecret,
})
