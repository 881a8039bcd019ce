import { currentLanguage, localeOf } from '#platform/domain/languages.ts'
import { withFirstOfMonth } from '#platform/domain/typesetting.ts'

/** Formats are expensive to make; what they say depends on nothing but language and zone. */
const formats = new Map<string, { readonly day: Intl.DateTimeFormat; readonly moment: Intl.DateTimeFormat }>()

function formatsOf(timeZone: string) {
  const locale = localeOf[currentLanguage()]
  const cached = formats.get(`${locale} ${timeZone}`)
  if (cached) return cached
  const entry = {
    day: new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone }),
    moment: new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'short', timeZone }),
  }
  formats.set(`${locale} ${timeZone}`, entry)
  return entry
}

/** '5 mars 2026'. Mail knows no time zone of its reader: it has the provider's. */
export function mailDay(date: Date, zone: string): string {
  return withFirstOfMonth(formatsOf(zone).day.format(date))
}

/** '5 mars 2026 à 14:30' */
export function mailMoment(date: Date, zone: string): string {
  return withFirstOfMonth(formatsOf(zone).moment.format(date))
}
