/** Days are ISO dates ('2026-12-24') of the provider's calendar. */

const dayMs = 86_400_000

function timeOf(day: string): number {
  const time = isCalendarDay(day) ? Date.parse(`${day}T00:00:00Z`) : Number.NaN
  if (Number.isNaN(time)) throw new RangeError(`not a day: ${day}`)
  return time
}

/** Whether the text is a day that exists: '2026-02-29' is none. */
export function isCalendarDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false
  const time = Date.parse(`${text}T00:00:00Z`)
  return !Number.isNaN(time) && new Date(time).toISOString().slice(0, 10) === text
}

/** Easter Sunday of the Gregorian calendar, as UTC midnight (Meeus, Astronomical Algorithms, chapter 8). */
function easterSunday(year: number): number {
  const golden = year % 19
  const century = Math.trunc(year / 100)
  const ofCentury = year % 100
  const correction = Math.trunc((century - Math.trunc((century + 8) / 25) + 1) / 3)
  const epact = (19 * golden + century - Math.trunc(century / 4) - correction + 15) % 30
  const weekday = (32 + 2 * (century % 4) + 2 * Math.trunc(ofCentury / 4) - epact - (ofCentury % 4)) % 7
  const late = Math.trunc((golden + 11 * epact + 22 * weekday) / 451)
  const place = epact + weekday - 7 * late + 114
  return Date.UTC(year, Math.trunc(place / 31) - 1, (place % 31) + 1)
}

/** Whether TARGET, the euro's settlement system, works on this day: no weekend and none of its six closing days. */
export function isTargetDay(day: string): boolean {
  const time = timeOf(day)
  const weekday = new Date(time).getUTCDay()
  if (weekday === 0 || weekday === 6) return false
  if (['01-01', '05-01', '12-25', '12-26'].includes(day.slice(5))) return false
  const sinceEaster = (time - easterSunday(Number(day.slice(0, 4)))) / dayMs
  return sinceEaster !== -2 && sinceEaster !== 1
}

/** The day itself if TARGET works on it, else the next one on which it does. */
export function nextTargetDay(day: string): string {
  let current = day
  while (!isTargetDay(current)) current = new Date(timeOf(current) + dayMs).toISOString().slice(0, 10)
  return current
}
