import type { Reminded } from '../api.ts'

/** Title and text of the toast after reminders by hand. */
export function remindedToast({ reminded, skipped }: Reminded): [title: string, text: string] {
  const sent = reminded === 1 ? 'One mail is on its way' : `${reminded} mails are on their way`
  const left = skipped === 0 ? '' : `. ${skipped} left out: settled meanwhile, or reminded within the hour`
  return [reminded === 0 ? 'Nobody reminded' : 'Reminder sent', `${sent}${left}.`]
}
