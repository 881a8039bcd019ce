import { hostname } from 'node:os'
import { SettingError } from '#platform/server/config.ts'
import { readableLine } from './readable-line.ts'

/** Where the log goes, one line at a time. */
export interface LogStream {
  write(line: string): void
}

type OutputStream = LogStream & { readonly isTTY?: boolean }

/**
 * A stream that writes lines for people, at a terminal or where LOG_FORMAT is `text`; null everywhere else, where the log is one
 * JSON object a line. Throws a SettingError for another format.
 */
export function readableStream(
  place: OutputStream,
  { LOG_FORMAT: format }: Readonly<Record<string, string | undefined>>,
): LogStream | null {
  if (format && format !== 'text' && format !== 'json') {
    throw new SettingError(`LOG_FORMAT is "${format}"; it should be text or json.`)
  }
  return isForPeople(place, format) ? { write: (line) => void place.write(readableLine(line)) } : null
}

const isForPeople = (place: OutputStream, format: string | undefined) => (format ? format === 'text' : place.isTTY === true)

/** Says what is no line of the log: to people as it is, to machines as one JSON object, so that they read a whole stream. */
export function say(
  place: OutputStream,
  text: string,
  facts: { readonly level: number; readonly err?: unknown } = { level: 30 },
): void {
  const { level, ...more } = facts
  const line = { level, time: Date.now(), pid: process.pid, hostname: hostname(), ...more, msg: text }
  place.write(`${isForPeople(place, process.env.LOG_FORMAT) ? text : JSON.stringify(line)}\n`)
}
