import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { productVersion } from '#platform/server/version.ts'
import type { SpanContext } from './trace-context.ts'
import type { TracingSettings } from './tracing-settings.ts'

export interface Span {
  readonly context: SpanContext
  readonly parentId: string | null
  readonly name: string
  readonly kind: 'internal' | 'server' | 'client' | 'consumer'
  /** Milliseconds since 1970, with fractions. */
  readonly start: number
  readonly end: number
  readonly attributes: Readonly<Record<string, string | number>>
  readonly hasFailed: boolean
}

/** The defaults of OpenTelemetry's batch processor. */
const limits = { queue: 2048, batch: 512 }
const attempts = 3

const kinds = { internal: 1, server: 2, client: 3, consumer: 5 } as const
const nanoseconds = (ms: number) => String(BigInt(Math.round(ms * 1000)) * 1000n)
const attributesOf = (values: Readonly<Record<string, string | number>>) =>
  Object.entries(values).map(([key, value]) => ({
    key,
    value: typeof value === 'number' ? { intValue: String(Math.round(value)) } : { stringValue: value },
  }))

/** Spans as OTLP's JSON has them: https://opentelemetry.io/docs/specs/otlp/#json-protobuf-encoding */
export function asOtlp(spans: readonly Span[], resource: Readonly<Record<string, string>>) {
  return {
    resourceSpans: [
      {
        resource: { attributes: attributesOf({ ...resource, 'service.version': productVersion }) },
        scopeSpans: [
          {
            scope: { name: 'passerelle', version: productVersion },
            spans: spans.map(({ context, parentId, name, kind, start, end, attributes, hasFailed }) => ({
              traceId: context.traceId,
              spanId: context.spanId,
              ...(parentId ? { parentSpanId: parentId } : {}),
              name,
              kind: kinds[kind],
              startTimeUnixNano: nanoseconds(start),
              endTimeUnixNano: nanoseconds(end),
              attributes: attributesOf(attributes),
              status: hasFailed ? { code: 2 } : {},
            })),
          },
        ],
      },
    ],
  }
}

/**
 * Sends spans in batches. The portal never waits for it: what does not fit into the queue while the receiver is away or slow is
 * dropped, which is logged once per outage.
 */
export class SpanExporter {
  readonly #settings: TracingSettings
  readonly #log: FastifyBaseLogger
  readonly #timer: NodeJS.Timeout
  readonly #closing = new AbortController()
  #waiting: Span[] = []
  #sending: Promise<void> | null = null
  #dropped = 0
  #isAway = false

  constructor(settings: TracingSettings, log: FastifyBaseLogger) {
    this.#settings = settings
    this.#log = log
    this.#timer = setInterval(() => void this.#send(), settings.everyMs).unref()
  }

  add(span: Span): void {
    if (this.#waiting.length >= limits.queue) this.#dropped += 1
    else this.#waiting.push(span)
    if (this.#waiting.length >= limits.batch) void this.#send()
  }

  /** Sends what waits, one attempt at each batch and as long as the time limit of one. */
  async close(): Promise<void> {
    clearInterval(this.#timer)
    this.#closing.abort()
    await this.#sending
    const end = performance.now() + this.#settings.timeoutMs
    while (this.#waiting.length > 0 && performance.now() < end) {
      if (!(await this.#post(this.#waiting.splice(0, limits.batch)))) return
    }
  }

  /** One batch at a time. */
  #send(): Promise<void> {
    this.#sending ??= this.#sendAll().finally(() => {
      this.#sending = null
    })
    return this.#sending
  }

  async #sendAll(): Promise<void> {
    while (this.#waiting.length > 0 && !this.#closing.signal.aborted) {
      const batch = this.#waiting.slice(0, limits.batch)
      const isSent = await this.#tryAgain(batch)
      if (this.#closing.signal.aborted && !isSent) return
      this.#waiting.splice(0, batch.length)
      if (!isSent) this.#dropped += batch.length
      this.#note(isSent)
      if (!isSent) return
    }
  }

  async #tryAgain(batch: readonly Span[]): Promise<boolean> {
    for (let attempt = 1; attempt <= attempts; attempt += 1) {
      if (await this.#post(batch)) return true
      if (attempt === attempts) return false
      try {
        await wait(1000 * 2 ** (attempt - 1), undefined, { signal: this.#closing.signal })
      } catch {
        // The portal stops: `close` makes the last attempt.
        return false
      }
    }
    return false
  }

  async #post(batch: readonly Span[]): Promise<boolean> {
    const { url, headers, timeoutMs, resource } = this.#settings
    try {
      const response = await fetch(url, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify(asOtlp(batch, resource)),
        signal: AbortSignal.timeout(timeoutMs),
      })
      await response.body?.cancel()
      this.#log.debug({ status: response.status, spans: batch.length }, 'spans were sent')
      return response.ok
    } catch (error) {
      this.#log.debug({ err: error }, 'spans could not be sent')
      return false
    }
  }

  #note(isSent: boolean): void {
    if (isSent && this.#isAway) this.#log.info({ dropped: this.#dropped }, 'spans are taken again')
    if (!isSent && !this.#isAway) this.#log.warn('the receiver of traces does not take spans: they are dropped until it does')
    this.#isAway = !isSent
    if (isSent) this.#dropped = 0
  }
}
