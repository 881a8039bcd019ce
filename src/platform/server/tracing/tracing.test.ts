import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { leadRoutes } from '#leads/leads/api/leads.ts'
import { inTraceOf, measure, presentTrace } from '#platform/server/metrics/measurements.ts'
import { databaseKinds } from '#test/databases.ts'
import { plainLead } from '#test/lead-samples.ts'
import { Mailbox } from '#test/mailbox.ts'
import { type Client, TestApp } from '#test/test-app.ts'
import type { asOtlp } from './span-exporter.ts'
import { childOf, formatTraceparent, parseTraceparent } from './trace-context.ts'
import { summarize } from './tracing.ts'
import { tracingSettings } from './tracing-settings.ts'

type Trace = ReturnType<typeof asOtlp>
type SentSpan = Trace['resourceSpans'][number]['scopeSpans'][number]['spans'][number]

/** A receiver of OTLP over HTTP. */
class Receiver {
  readonly spans: SentSpan[] = []
  readonly bodies: string[] = []
  readonly headers: Record<string, unknown>[] = []
  /** What it answers after. */
  held: Promise<unknown> = Promise.resolve()
  port = 0
  #server = createServer()

  async open(): Promise<void> {
    this.#server = createServer(async (request, response) => {
      const chunks: Buffer[] = []
      for await (const chunk of request) chunks.push(chunk)
      const body = Buffer.concat(chunks).toString()
      await this.held
      if (request.url !== '/otel/v1/traces' || response.destroyed) return void response.writeHead(404).end()
      this.bodies.push(body)
      this.headers.push(request.headers)
      for (const { scopeSpans } of (JSON.parse(body) as Trace).resourceSpans)
        this.spans.push(...scopeSpans.flatMap(({ spans }) => spans))
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
    })
    await new Promise<void>((resolve) => this.#server.listen(this.port, '127.0.0.1', resolve))
    this.port = (this.#server.address() as AddressInfo).port
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise((resolve) => this.#server.close(resolve))
  }

  of(traceId: string): SentSpan[] {
    return this.spans.filter((span) => span.traceId === traceId)
  }
}

const attribute = ({ attributes }: SentSpan, name: string) => {
  const value = attributes.find(({ key }) => key === name)?.value
  return value && ('stringValue' in value ? value.stringValue : Number(value.intValue))
}
const traceOf = (digit: string) => ({ traceId: digit.repeat(32), spanId: digit.repeat(16), isSampled: true })
const soon = <T>(check: () => T | Promise<T>) => vi.waitFor(check, { timeout: 15_000, interval: 50 })

test('a traceparent is taken as W3C Trace Context has it; another one begins a trace of its own', () => {
  const context = traceOf('a')
  expect(parseTraceparent(formatTraceparent(context))).toEqual(context)
  expect(parseTraceparent(`00-${'a'.repeat(32)}-${'b'.repeat(16)}-00`)?.isSampled).toBe(false)
  for (const wrong of [
    undefined,
    '',
    'x',
    `00-${'0'.repeat(32)}-${'b'.repeat(16)}-01`,
    `ff-${'a'.repeat(32)}-${'b'.repeat(16)}-01`,
  ]) {
    expect(parseTraceparent(wrong)).toBeNull()
  }
  expect(childOf(null, 1)).toMatchObject({ isSampled: true, traceId: expect.stringMatching(/^[0-9a-f]{32}$/) })
  expect(childOf(null, 0).isSampled).toBe(false)
  expect(childOf(context, 0)).toMatchObject({ isSampled: true, traceId: context.traceId })
})

test('the standard variables say where spans go; without an endpoint there is no tracing', () => {
  expect(tracingSettings({})).toBeNull()
  const endpoint = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318/' }
  expect(tracingSettings({ ...endpoint, OTEL_SDK_DISABLED: 'true' })).toBeNull()
  expect(
    tracingSettings({
      ...endpoint,
      OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Basic%20eA==, x=1',
      OTEL_EXPORTER_OTLP_TIMEOUT: '500',
      OTEL_SERVICE_NAME: 'portal',
      OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=prod,service.name=other',
      OTEL_TRACES_SAMPLER: 'parentbased_traceidratio',
      OTEL_TRACES_SAMPLER_ARG: '0.25',
    }),
  ).toEqual({
    url: 'http://collector:4318/v1/traces',
    headers: { authorization: 'Basic eA==', x: '1' },
    timeoutMs: 500,
    everyMs: 5000,
    resource: { 'deployment.environment.name': 'prod', 'service.name': 'portal' },
    share: 0.25,
  })
  const own = { ...endpoint, OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'https://tempo.example/x' }
  expect(tracingSettings(own)?.url).toBe('https://tempo.example/x')
})

test('statements are named by verb and table alone', () => {
  expect(
    summarize([
      'begin',
      `select "id" from "leads" where "email" = 'marie@exemple.fr'`,
      'with x as (select 1) insert into events (id) values ($1)',
      'update "auth"."users" set name = $1',
      'select 1 from leads',
    ]),
  ).toBe('select leads, select events, update auth.users')
})

describe.each(databaseKinds())('traces on %s', (databaseKind) => {
  const receiver = new Receiver()
  let mailbox: Mailbox
  let app: TestApp
  let marie: Client
  beforeAll(async () => {
    // Nobody listens before: what a job would carry is nothing.
    expect(presentTrace()).toEqual({})
    await receiver.open()
    mailbox = await Mailbox.open()
    app = await TestApp.open(databaseKind, {
      SMTP_URL: mailbox.url,
      OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${receiver.port}/otel`,
      OTEL_EXPORTER_OTLP_HEADERS: 'x-tenant=acme',
      OTEL_EXPORTER_OTLP_TIMEOUT: '300',
      OTEL_BSP_SCHEDULE_DELAY: '50',
    })
    marie = await app.newPartner('marie@exemple.fr')
  })
  afterAll(async () => {
    await app.close()
    await mailbox.close()
    await receiver.close()
  })
  const getLead = (id: string, context: ReturnType<typeof traceOf>) =>
    marie.send('GET', `/api/leads/${id}`, undefined, { traceparent: formatTraceparent(context) })

  test('a request, its statements, its job and its mail are one trace, without anything personal', async () => {
    const caller = traceOf('c')
    const body = { email: 'lea@exemple.fr', fullName: 'Léa Poste', role: 'partner' }
    const answer = await app.admin.send('POST', '/api/invitations', body, { traceparent: formatTraceparent(caller) })
    expect(answer.statusCode).toBe(201)
    const spans = await soon(() => {
      const matches = receiver.of(caller.traceId)
      expect(matches.map(({ name }) => name)).toEqual(expect.arrayContaining(['send mail', 'job mail', 'job event']))
      return matches
    })
    const spanCalled = (name: string) => spans.find((span) => span.name === name)
    const request = spanCalled('POST /api/invitations')
    expect(request).toMatchObject({ kind: 2, parentSpanId: caller.spanId, status: {} })
    expect(request && attribute(request, 'http.response.status_code')).toBe(201)
    const statements = spans.filter((span) => attribute(span, 'db.system.name') === 'postgresql')
    const inRequest = statements.filter(({ parentSpanId }) => parentSpanId === request?.spanId)
    expect(inRequest.map((span) => attribute(span, 'db.query.summary')).join()).toContain('insert events')
    // The event's job came from the request, the mail's from the event's, and the delivery is within it.
    expect(spanCalled('job event')?.parentSpanId).toBe(request?.spanId)
    expect(spanCalled('job mail')?.parentSpanId).toBe(spanCalled('job event')?.spanId)
    expect(spanCalled('send mail')?.parentSpanId).toBe(spanCalled('job mail')?.spanId)
    for (const span of spans) expect(Number(span.endTimeUnixNano)).toBeGreaterThanOrEqual(Number(span.startTimeUnixNano))

    const lead = await marie.call(leadRoutes.addLead, { body: plainLead })
    expect((await getLead(lead.id, traceOf('d'))).statusCode).toBe(200)
    await soon(() => expect(receiver.of('d'.repeat(32)).map(({ name }) => name)).toContain('GET /api/leads/:id'))
    const text = receiver.bodies.join()
    expect(text).not.toMatch(/exemple\.fr|Léa|Poste|marie/i)
    for (const value of [lead.id, marie.userId, plainLead.name, plainLead.email]) expect(text).not.toContain(value)
    expect(text).toContain('"service.name","value":{"stringValue":"passerelle"}')
    expect(receiver.headers.at(-1)).toMatchObject({ 'x-tenant': 'acme', 'content-type': 'application/json' })
  })

  test('seals and other tasks on documents are spans of the request or job that asked for them', async () => {
    const caller = traceOf('e')
    await inTraceOf({ traceparent: formatTraceparent(caller) }, async () => {
      measure('task', () => ({ kind: 'seal', outcome: 'failed', seconds: 1.5 }))
    })
    const span = await soon(() => {
      const [span] = receiver.of(caller.traceId)
      expect(span).toMatchObject({ name: 'seal', kind: 1, status: { code: 2 } })
      return span
    })
    expect((Number(span?.endTimeUnixNano) - Number(span?.startTimeUnixNano)) / 1e9).toBeCloseTo(1.5, 2)
  })

  test('what a receiver missed for a moment arrives when it is back', async () => {
    const lead = await marie.call(leadRoutes.addLead, { body: { ...plainLead, email: 'x@exemple.fr' } })
    await receiver.close()
    for (let turn = 0; turn < 5; turn += 1) expect((await getLead(lead.id, traceOf('f'))).statusCode).toBe(200)
    await new Promise((resolve) => setTimeout(resolve, 150))
    await receiver.open()
    await soon(() => expect(receiver.of('f'.repeat(32)).filter(({ kind }) => kind === 2)).toHaveLength(5))
  })

  test('a slow receiver delays no request', async () => {
    const lead = await marie.call(leadRoutes.addLead, { body: { ...plainLead, email: 'y@exemple.fr' } })
    const { promise, resolve: answer } = Promise.withResolvers<void>()
    receiver.held = promise
    for (let turn = 0; turn < 5; turn += 1) expect((await getLead(lead.id, traceOf('9'))).statusCode).toBe(200)
    expect(receiver.of('9'.repeat(32))).toEqual([])
    answer()
    await soon(() => expect(receiver.of('9'.repeat(32)).filter(({ kind }) => kind === 2)).toHaveLength(5))
  })
})
