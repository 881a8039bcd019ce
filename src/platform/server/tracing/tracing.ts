import { AsyncLocalStorage } from 'node:async_hooks'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type Carrier, jobStarted, type Measurements, observe, traceChannel } from '#platform/server/metrics/measurements.ts'
import { type Span, SpanExporter } from './span-exporter.ts'
import { childOf, formatTraceparent, parseTraceparent, type SpanContext } from './trace-context.ts'
import type { TracingSettings } from './tracing-settings.ts'

/** A stream takes as long as its tab is open. */
const livePath = '/api/live'

interface Begun {
  readonly context: SpanContext
  readonly parentId: string | null
}

/** Milliseconds since 1970, with fractions, on a clock that never goes back. */
const now = () => performance.timeOrigin + performance.now()

/** Work that has ended just now, as a span says it. */
type Work = Pick<Span, 'name' | 'kind' | 'attributes' | 'hasFailed'> & { readonly seconds: number }

function exchangeWork({ seconds, statements, texts }: Measurements['exchange']): Work {
  const summary = summarize(texts)
  const attributes = { 'db.system.name': 'postgresql', 'db.operation.batch.size': statements, 'db.query.summary': summary }
  return { name: summary || 'transaction', kind: 'client', seconds, attributes, hasFailed: false }
}

function mailWork({ outcome, seconds }: Measurements['mail']): Work {
  const attributes = { 'passerelle.outcome': outcome }
  return { name: 'send mail', kind: 'client', seconds, attributes, hasFailed: outcome !== 'sent' }
}

function taskWork({ kind, outcome, seconds }: Measurements['task']): Work {
  const attributes = { 'passerelle.outcome': outcome }
  return { name: kind, kind: 'internal', seconds, attributes, hasFailed: outcome === 'failed' }
}

function jobWork({ name, outcome, seconds }: Measurements['job']): Work {
  const attributes = { 'messaging.destination.name': name, 'passerelle.outcome': outcome }
  return { name: `job ${name}`, kind: 'consumer', seconds, attributes, hasFailed: outcome === 'failed' }
}

/**
 * Sends what requests, database statements, jobs, mails and tasks take to a receiver of OTLP. Attributes name routes, tables,
 * kinds and outcomes, never a person's data. Has to be opened before the routes are registered.
 */
export class Tracing {
  readonly #share: number
  readonly #exporter: SpanExporter
  /** The request or job that runs. */
  readonly #current = new AsyncLocalStorage<Begun | undefined>()
  /** Ends the observations. */
  readonly #ends: readonly (() => void)[]

  constructor(app: FastifyInstance, settings: TracingSettings) {
    this.#share = settings.share
    this.#exporter = new SpanExporter(settings, app.log)
    this.#followRequests(app)
    this.#ends = [
      observe('exchange', (value) => this.#addBelow(exchangeWork(value))),
      observe('mail', (value) => this.#addBelow(mailWork(value))),
      observe('task', (value) => this.#addBelow(taskWork(value))),
      // A job is the span that its own work is below.
      observe('job', (value) => this.#addEnded(this.#current.getStore(), jobWork(value))),
    ]
    traceChannel.subscribe(this.#carry)
    jobStarted.bindStore(this.#current, (carrier) => this.#begin(parseTraceparent((carrier as Carrier | null)?.traceparent)))
  }

  async close(): Promise<void> {
    for (const end of this.#ends) end()
    traceChannel.unsubscribe(this.#carry)
    jobStarted.unbindStore(this.#current)
    await this.#exporter.close()
  }

  #followRequests(app: FastifyInstance): void {
    const requests = new WeakMap<FastifyRequest, { readonly begun: Begun; readonly start: number }>()
    app.addHook('onRequest', (request, _reply, done) => {
      const begun = this.#begin(parseTraceparent(request.headers.traceparent))
      requests.set(request, { begun, start: now() })
      this.#current.run(begun, done)
    })
    app.addHook('onResponse', (request, { statusCode }, done) => {
      const route = request.routeOptions.url ?? 'unknown'
      const entry = requests.get(request)
      if (entry && route !== livePath) {
        this.#add(entry.begun, {
          name: `${request.method} ${route}`,
          kind: 'server',
          start: entry.start,
          end: now(),
          attributes: { 'http.request.method': request.method, 'http.route': route, 'http.response.status_code': statusCode },
          hasFailed: statusCode >= 500,
        })
      }
      done()
    })
  }

  #begin(parent: SpanContext | null): Begun {
    return { context: childOf(parent, this.#share), parentId: parent?.spanId ?? null }
  }

  /** Adds work as a span below the request or job that it belongs to. */
  #addBelow(work: Work): void {
    const parent = this.#current.getStore()
    if (parent) this.#addEnded(this.#begin(parent.context), work)
  }

  #addEnded(begun: Begun | undefined, { seconds, ...span }: Work): void {
    const end = now()
    if (begun) this.#add(begun, { ...span, start: end - seconds * 1000, end })
  }

  #add(begun: Begun, span: Omit<Span, 'context' | 'parentId'>): void {
    if (begun.context.isSampled) this.#exporter.add({ ...begun, ...span })
  }

  /** Writes the trace of what runs into what carries it elsewhere. */
  readonly #carry = (carrier: unknown): void => {
    const begun = this.#current.getStore()
    if (begun) (carrier as Carrier).traceparent = formatTraceparent(begun.context)
  }
}

/** Verbs and tables of statements, such as `select files, insert events`: no value and no condition. */
export function summarize(texts: readonly string[]): string {
  const names = texts.flatMap((text) => {
    const [, verb = ''] = /\b(select|insert|update|delete)\b/i.exec(text) ?? []
    const [, table = ''] = /\b(?:from|into|update)\s+"?(\w+"?(?:\."?\w+)?)/i.exec(text) ?? []
    return verb && table ? [`${verb.toLowerCase()} ${table.replaceAll('"', '')}`] : []
  })
  return [...new Set(names)].slice(0, 8).join(', ')
}
