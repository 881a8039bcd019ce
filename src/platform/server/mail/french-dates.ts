/** Formats are expensive to make; what they say depends on nothing but the zone. */
const formats = new Map<string, { readonly day: Intl.DateTimeFormat; readonly moment: Intl.DateTimeFormat }>()

function formatsOf(timeZone: string) {
  const cached = formats.get(timeZone)
  if (cached) return cached
  const entry = {
    day: new Intl.DateTimeFormat('fr-FR', { dateStyle: 'long', timeZone }),
    moment: new Intl.DateTimeFormat('fr-FR', { dateStyle: 'long', timeStyle: 'short', timeZone }),
  }
  formats.set(timeZone, entry)
  return entry
}

/** '5 mars 2026'. Mail knows no time zone of its reader: it has the provider's. */
export function frenchDay(date: Date, zone: string): string {
  return formatsOf(zone).day.format(date)
}

/** '5 mars 2026 à 14:30' */
export function frenchMoment(date: Date, zone: string): string {
  return formatsOf(zone).moment.format(date)
}
