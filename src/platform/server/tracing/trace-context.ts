import { randomBytes } from 'node:crypto'

/** A span's place in a trace: ids in hexadecimal digits, as W3C Trace Context has them. */
export interface SpanContext {
  readonly traceId: string
  readonly spanId: string
  readonly isSampled: boolean
}

const pattern = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/

/** Reads a `traceparent`; null where it is absent or not valid, so that a trace of its own begins. */
export function parseTraceparent(text: unknown): SpanContext | null {
  const [, version, traceId = '', spanId = '', flags = '', more] = pattern.exec(String(text)) ?? []
  if (!version || version === 'ff' || (version === '00' && more)) return null
  if (/^0+$/.test(traceId) || /^0+$/.test(spanId)) return null
  return { traceId, spanId, isSampled: (Number.parseInt(flags, 16) & 1) === 1 }
}

export function formatTraceparent({ traceId, spanId, isSampled }: SpanContext): string {
  return `00-${traceId}-${spanId}-0${isSampled ? 1 : 0}`
}

/** A span below `parent`, or the first of a trace, of which `share` are sampled. */
export function childOf(parent: SpanContext | null, share: number): SpanContext {
  const spanId = randomBytes(8).toString('hex')
  if (parent) return { ...parent, spanId }
  return { traceId: randomBytes(16).toString('hex'), spanId, isSampled: Math.random() < share }
}
