import { mailNote } from '#platform/web/app/session/mail-note.tsx'
import type { Reminded } from '../api.ts'
import { m } from '../messages/messages.ts'

/** Title and text of the toast after reminders by hand. */
export function remindedToast({ reminded, skipped }: Reminded): [title: string, text: string] {
  if (reminded === 0) return [m.nobodyReminded(), m.mailsOnTheirWay({ reminded, skipped })]
  const note = mailNote()
  return note ? [m.noMailLeft(), note] : [m.reminderSent(), m.mailsOnTheirWay({ reminded, skipped })]
}
