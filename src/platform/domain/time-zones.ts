/** The provider's time zone until another one is chosen. */
export const defaultTimeZone = 'Europe/Paris'

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
