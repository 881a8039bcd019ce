import { defaultTimeZone } from '#platform/domain/time-zones.ts'

let currentZone = defaultTimeZone

/** The provider's time zone, in which every date is shown, wherever the reader is. */
export const shownTimeZone = () => currentZone

/** Set from the provider's settings before anything with a date is drawn. */
export function showTimeZone(zone: string): void {
  currentZone = zone
}
