import { oneLine } from './typed-text.ts'

/**
 * Parses a day in French ('22/11/2026', '22.11.2026', '22-11-26') or ISO notation ('2026-11-22') into ISO. Returns null for
 * anything that is not a day of the calendar: '11/22/2026' is no guess at an American date.
 */
export function parseDay(text: string): string | null {
  const bare = oneLine(text)
  const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})(?:[T ]00:00(?::00)?)?$/.exec(bare)
  if (iso) return dayOf(Number(iso[1]), Number(iso[2]), Number(iso[3]))
  const french = /^(\d{1,2})([/.-])(\d{1,2})\2(\d{4}|\d{2})$/.exec(bare)
  if (!french) return null
  const year = Number(french[4])
  return dayOf(year < 100 ? 2000 + year : year, Number(french[3]), Number(french[1]))
}

function dayOf(year: number, month: number, day: number): string | null {
  const at = new Date(Date.UTC(year, month - 1, day))
  const exists = year >= 2000 && at.getUTCMonth() === month - 1 && at.getUTCDate() === day
  return exists ? at.toISOString().slice(0, 10) : null
}
