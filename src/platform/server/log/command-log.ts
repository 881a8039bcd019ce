import { type FastifyBaseLogger, fastify } from 'fastify'
import { readableStream } from './log-stream.ts'

/** The log of a command, whose own words go to the output: warnings, on the error output. */
export function commandLog(): FastifyBaseLogger {
  const stream = readableStream(process.stderr, process.env) ?? process.stderr
  return fastify({ logger: { level: 'warn', stream } }).log
}
