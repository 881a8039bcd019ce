export default {
  atMost: 'At most {count} at once',
  mailsOnTheirWay:
    '{reminded, plural, =1 {One email is on its way} other {{reminded} emails are on their way}}{skipped, plural, =0 {} other {. {skipped} left out: settled meanwhile, or reminded within the hour}}.',
  nobodyReminded: 'Nobody reminded',
  reminderSent: 'Reminder sent',
} as const
