import { providerZone } from '../provider-calendar.ts'

/** Mail has no access to the reader's time zone; partners are in France. */
const timeZone = providerZone
const day = new Intl.DateTimeFormat('fr-FR', { dateStyle: 'long', timeZone })
const moment = new Intl.DateTimeFormat('fr-FR', { dateStyle: 'long', timeStyle: 'short', timeZone })

/** '5 mars 2026' */
export function frenchDay(date: Date): string {
  return day.format(date)
}

/** '5 mars 2026 à 14:30' */
export function frenchMoment(date: Date): string {
  return moment.format(date)
}
