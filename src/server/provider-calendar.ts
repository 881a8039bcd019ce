/** Time zone of the provider: days and months in mails, files, exports and charts are those of its calendar. */
export const providerZone = 'Europe/Paris'

const isoFormat = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeZone: providerZone })

/** '2026-03-05': the day in the provider's time zone. */
export function isoDay(at: Date): string {
  return isoFormat.format(at)
}
