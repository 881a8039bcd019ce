import { plainLine } from '#platform/domain/typed-text.ts'

const levels: Readonly<Record<number, string>> = { 10: 'TRACE', 20: 'DEBUG', 30: 'INFO', 40: 'WARN', 50: 'ERROR', 60: 'FATAL' }
/** A longer fact is cut: the JSON format has all of it. */
const maxLength = 200

/**
 * A line of the log as people read it: local time, level, message and facts. What comes from outside cannot begin a line of its
 * own, nor command a terminal: facts are quoted as in JSON. An error shows its message and where in the portal it was thrown.
 */
export function readableLine(line: string): string {
  const { time, level, msg = '', pid: _, hostname: __, err, ...facts } = JSON.parse(line) as Record<string, unknown>
  const of = typeof err === 'object' && err !== null ? errorFacts(err as Record<string, unknown>) : { error: err }
  const details = Object.entries({ ...facts, ...of }).flatMap(([name, value]) => {
    const text = textOf(value)
    return text === null ? [] : [` ${name}=${text}`]
  })
  const name = levels[Number(level)] ?? String(level)
  return `${localTime(new Date(Number(time)))} ${name.padEnd(5)} ${plainLine(String(msg))}${details.join('')}\n`
}

function errorFacts({ message, code, stack }: Record<string, unknown>) {
  const frame = typeof stack === 'string' ? /\(?((?:file:|\/)\S+?:\d+:\d+)\)?$/m.exec(stack)?.[1] : undefined
  return { error: message, code, at: frame }
}

/** Null for what says nothing. */
function textOf(value: unknown): string | null {
  if (value === undefined || value === null || value === '') return null
  const text = typeof value === 'string' && /^[\w./:@-]+$/.test(value) ? value : plainLine(JSON.stringify(value))
  return text.length > maxLength ? `${text.slice(0, maxLength)}…` : text
}

/** '2026-11-25 10:07:02' */
function localTime(at: Date): string {
  const two = (part: number) => String(part).padStart(2, '0')
  const day = `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`
  return `${day} ${two(at.getHours())}:${two(at.getMinutes())}:${two(at.getSeconds())}`
}
