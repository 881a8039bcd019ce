/** '05/03/2026' of a day without a time ('2026-03-05'). */
export function dayText(day: string): string {
  return day.split('-').reverse().join('/')
}
