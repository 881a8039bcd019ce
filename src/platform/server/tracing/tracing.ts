import { AsyncLocalStorage } from 'node:async_hooks'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import {
  type Carrier,
  jobStarted,
  type Measurement,
  type Measurements,
  observe,
  traceChannel,
} from '#platform/server/metrics/measurements.ts'
import { type Span, SpanExporter } from './span-exporter.ts'
import { childOf, parseTraceparent, type SpanContext, formatTraceparent } from './trace-context.ts'
import type { TracingSettings } from './tracing-settings.ts'

/** A stream takes as long as its tab is open. */
const livePath = '/api/live'

interface Begun {
  readonly context: SpanContext
  readonly parentId: string | null
}

/** Milliseconds since 1970, with fractions, on a clock that never goes back. */
const now = () => performance.timeOrigin + performance.now()

/**
 * Sends what requests, database statements, jobs, mails and tasks take to a receiver of OTLP. Attributes name routes, tables,
 * kinds and outcomes, never a person's data. Has to be opened before the routes are registered.
 */
export function openTracing(app: FastifyInstance, settings: TracingSettings): { close(): Promise<void> } {
  const exporter = new SpanExporter(settings, app.log)
  const current = new AsyncLocalStorage<Begun | undefined>()
  const begin = (parent: SpanContext | null): Begun => ({
    context: childOf(parent, settings.share),
    parentId: parent?.spanId ?? null,
  })
  const add = (begun: Begun, span: Omit<Span, 'context' | 'parentId'>) => {
    if (begun.context.isSampled) exporter.add({ ...begun, ...span })
  }

  const requests = new WeakMap<FastifyRequest, { readonly begun: Begun; readonly start: number }>()
  app.addHook('onRequest', (request, _reply, done) => {
    const begun = begin(parseTraceparent(request.headers.traceparent))
    requests.set(request, { begun, start: now() })
    current.run(begun, done)
  })
  app.addHook('onResponse', (request, { statusCode }, done) => {
    const route = request.routeOptions.url ?? 'unknown'
    const entry = requests.get(request)
    if (entry && route !== livePath) {
      add(entry.begun, {
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

  /** Reports of work that ended just now become spans below the request or job that they belong to. */
  const spansOf = <M extends Measurement>(
    name: M,
    as: (value: Measurements[M]) => Pick<Span, 'name' | 'kind' | 'attributes' | 'hasFailed'> & { readonly seconds: number },
  ) =>
    observe(name, (value) => {
      const parent = current.getStore()
      if (!parent) return
      const { seconds, ...span } = as(value)
      const end = now()
      add(begin(parent.context), { ...span, start: end - seconds * 1000, end })
    })

  const ends = [
    spansOf('exchange', ({ seconds, statements, texts }) => {
      const summary = summarize(texts)
      const attributes = { 'db.system.name': 'postgresql', 'db.operation.batch.size': statements, 'db.query.summary': summary }
      return { name: summary || 'transaction', kind: 'client', seconds, attributes, hasFailed: false }
    }),
    spansOf('mail', ({ outcome, seconds }) => ({
      name: 'send mail',
      kind: 'client',
      seconds,
      attributes: { 'passerelle.outcome': outcome },
      hasFailed: outcome !== 'sent',
    })),
    spansOf('task', ({ kind, outcome, seconds }) => ({
      name: kind,
      kind: 'internal',
      seconds,
      attributes: { 'passerelle.outcome': outcome },
      hasFailed: outcome === 'failed',
    })),
    // A job is the span that its own work is below.
    observe('job', ({ name, outcome, seconds }) => {
      const begun = current.getStore()
      if (!begun) return
      const end = now()
      const attributes = { 'messaging.destination.name': name, 'passerelle.outcome': outcome }
      const start = end - seconds * 1000
      add(begun, { name: `job ${name}`, kind: 'consumer', start, end, attributes, hasFailed: outcome === 'failed' })
    }),
  ]
  const carry = (carrier: unknown) => {
    const begun = current.getStore()
    if (begun) (carrier as Carrier).traceparent = formatTraceparent(begun.context)
  }
  traceChannel.subscribe(carry)
  jobStarted.bindStore(current, (carrier) => begin(parseTraceparent((carrier as Carrier | null)?.traceparent)))
  return {
    async close() {
      for (const end of ends) end()
      traceChannel.unsubscribe(carry)
      jobStarted.unbindStore(current)
      await exporter.close()
    },
  }
}

/** Verbs and tables of statements, such as `select leads, insert events`: no value and no condition. */
export function summarize(texts: readonly string[]): string {
  const names = texts.flatMap((text) => {
    const [, verb = ''] = /\b(select|insert|update|delete)\b/i.exec(text) ?? []
    const [, table = ''] = /\b(?:from|into|update)\s+"?(\w+"?(?:\."?\w+)?)/i.exec(text) ?? []
    return verb && table ? [`${verb.toLowerCase()} ${table.replaceAll('"', '')}`] : []
  })
  return [...new Set(names)].slice(0, 8).join(', ')
}
