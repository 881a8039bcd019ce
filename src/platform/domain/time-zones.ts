/** The provider's time zone until another one is chosen. */
export const defaultTimeZone = 'Europe/Paris'

/** Says of a zone what choosing it does; stands beside the choice. */
export const timeZoneEffect =
  'Days and months on screens, in files, mails and charts are those of this zone, for everybody. Charts count their months ' +
  'again; issued statements, signed documents and the dates that partners were given stay as they are.'

/** Whether a runtime knows an IANA zone by its name ('Europe/Paris', 'UTC'), not by an offset. */
export function isTimeZone(name: string): boolean {
  if (!/^[A-Z]\w*([/+-]\w+)*$/.test(name)) return false
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}
