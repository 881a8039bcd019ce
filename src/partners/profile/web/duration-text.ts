import { m } from '../messages/messages.ts'

/** '45 min', '4 h', '2 d 3 h' */
export function durationText(seconds: number): string {
  const minutes = Math.round(seconds / 60)
  if (minutes < 60) return m.minutes({ minutes })
  const hours = Math.round(minutes / 60)
  if (hours < 48) return m.hours({ hours })
  const days = Math.floor(hours / 24)
  return hours % 24 === 0 ? m.days({ days }) : m.daysAndHours({ days, hours: hours % 24 })
}
