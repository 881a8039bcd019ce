import { currentLanguage, currentLocale, localeOf } from '#platform/domain/languages.ts'
import { withFirstOfMonth } from '#platform/domain/typesetting.ts'
import { m } from '#platform/messages/messages.ts'
import { shownTimeZone } from './time-zone.ts'

export { dayText } from '#platform/domain/day-text.ts'

const formatsOf = (timeZone: string) => ({
  timeZone,
  short: new Intl.DateTimeFormat(currentLocale(), { day: '2-digit', month: '2-digit', year: 'numeric', timeZone }),
  long: new Intl.DateTimeFormat(currentLocale(), { dateStyle: 'long', timeStyle: 'short', timeZone }),
  isoDay: new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeZone }),
})
let latest: ReturnType<typeof formatsOf> | null = null

/** Formats of the provider's time zone; made anew when it changes. */
function formats() {
  const zone = shownTimeZone()
  if (latest?.timeZone !== zone) latest = formatsOf(zone)
  return latest
}

/** '05/03/2026': the day in the provider's time zone. */
export function shortDate(iso: string): string {
  return formats().short.format(new Date(iso))
}

/** '2026-03-05', the value of a date field: the day in the provider's time zone. */
export function dayInputText(at: Date): string {
  return formats().isoDay.format(at)
}

/** '5 mars 2026 à 14:30', or '5 March 2026 at 14:30', in the provider's time zone. */
export function longDate(iso: string): string {
  return withFirstOfMonth(formats().long.format(new Date(iso)))
}

const steps = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
] as const

/** Days of the provider's calendar between two moments. */
const daysBetween = (from: Date, to: Date) => (Date.parse(dayInputText(to)) - Date.parse(dayInputText(from))) / 86_400_000

/** 'il y a 3 jours', 'hier', 'à l’instant'. Yesterday is the day before, whatever the hour; weeks and more are counted whole. */
export function relativeDate(iso: string, now: Date): string {
  const at = new Date(iso)
  const seconds = (at.getTime() - now.getTime()) / 1000
  const step = steps.find(([, size]) => Math.abs(seconds) >= size)
  if (!step) return m.justNow()
  const [unit, size] = step
  const numeric = unit === 'day' ? 'auto' : 'always'
  const count = unit === 'day' ? daysBetween(now, at) : Math.trunc(seconds / size)
  return new Intl.RelativeTimeFormat(localeOf[currentLanguage()], { numeric }).format(count, unit)
}
