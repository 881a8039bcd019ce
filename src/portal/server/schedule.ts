import type { Config } from '#platform/server/config.ts'
import type { Schedule } from '#platform/server/jobs/queue.ts'

/** When the jobs of housekeeping run. */
export const scheduleOf = ({ backups, tsaUrl }: Pick<Config, 'backups' | 'tsaUrl'>): Schedule => ({
  // Asks whether one is due: a portal that was off at its hour makes it up.
  backup: backups ? '*/10 * * * *' : null,
  // In the morning of France, once a day.
  reminders: '13 6 * * *',
  // The hour and the time zone are settings, so the job looks several times an hour whether it is time, as for backups.
  news: '2-59/10 * * * *',
  timestamps: tsaUrl ? '*/5 * * * *' : null,
  vacuum: '17 3 * * *',
  sweep: '47 * * * *',
  registrations: '7 * * * *',
  months: '37 2 * * *',
  // Soon after each midnight, wherever the provider is.
  journal: '1 * * * *',
  // At night, and not in the minutes of the others.
  periods: '53 2 * * *',
  // In the morning of France, once a day.
  documents: '23 5 * * *',
})
