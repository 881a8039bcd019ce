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
  const isText = format ? format === 'text' : place.isTTY === true
  return isText ? { write: (line) => void place.write(readableLine(line)) } : null
}
