export default {
  atMost: 'At most {count} at once',
  mailsOnTheirWay:
    '{reminded, plural, =1 {One mail is on its way} other {{reminded} mails are on their way}}{skipped, plural, =0 {} other {. {skipped} left out: settled meanwhile, or reminded within the hour}}.',
  nobodyReminded: 'Nobody reminded',
  reminderSent: 'Reminder sent',
} as const
