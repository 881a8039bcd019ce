/** Time zone of the provider: days and months in mails, files, exports and charts are those of its calendar. */
export const providerZone = 'Europe/Paris'

const isoFormat = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeZone: providerZone })

/** '2026-03-05': the day in the provider's time zone. */
export function isoDay(at: Date): string {
  return isoFormat.format(at)
}

const timeFormat = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'medium', timeZone: providerZone })

/** Noon of a day ('2026-03-05') in the provider's time zone: the moment that stands for a day without a time. */
export function noonOf(day: string): Date {
  const noon = Date.parse(`${day}T12:00:00Z`)
  const there = Date.parse(`${timeFormat.format(noon).replace(' ', 'T')}Z`)
  return new Date(noon - (there - noon))
}
