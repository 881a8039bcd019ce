import type { Reminded } from '../api.ts'
import { m } from '../messages/messages.ts'

/** Title and text of the toast after reminders by hand. */
export function remindedToast({ reminded, skipped }: Reminded): [title: string, text: string] {
  return [reminded === 0 ? m.nobodyReminded() : m.reminderSent(), m.mailsOnTheirWay({ reminded, skipped })]
}
