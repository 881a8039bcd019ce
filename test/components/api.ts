import { core } from 'zod/mini'
import { addressOf, type Method, type ParsedOf, type ReturnOf, type Route, statusOf } from '#platform/api/route.ts'
import type { RefusalCode } from '#platform/domain/refusal.ts'
import { sampleOf } from './sample-of.ts'

/** What a page sent, as a handler of the server would get it. */
type Sent<R extends Route> = ParsedOf<R>
type Give<R extends Route> = ReturnOf<R> | ((sent: Sent<R>) => ReturnOf<R> | Promise<ReturnOf<R>>)

interface Answered {
  readonly route: Route
  readonly respond: (address: URL, params: Readonly<Record<string, string>>, body: unknown) => Promise<Response>
}

let answered: Answered[] = []
let errors: string[] = []

/**
 * Answers a route in the place of the server, until the test ends or another answer to it is given. Both what the page sends and
 * what it gets are checked against the route's shapes. Returns what is sent from now on.
 */
export function answer<R extends Route>(route: R, give: Give<R>): readonly Sent<R>[] {
  const sent: Sent<R>[] = []
  const respond: Answered['respond'] = async (address, params, body) => {
    const query = Object.fromEntries(address.searchParams)
    const parsed = parsedRequest(route, { params, query, body }) as Sent<R>
    sent.push(parsed)
    const value = typeof give === 'function' ? await (give as (sent: Sent<R>) => unknown)(parsed) : give
    return answerOf(route, value)
  }
  replace({ route, respond })
  return sent
}

/** Answers reads with the least that their shapes allow: empty lists, sums of zero, nothing where nothing may be. */
export function answerLeast(...routes: readonly Route[]): void {
  for (const route of routes) answer(route, route.returns ? (sampleOf(route.returns) as ReturnOf<Route>) : undefined)
}

/** Refuses a route as the server does, with a sentence for the reader. */
export function refuse(route: Route, detail: string, code: RefusalCode = 'not_allowed'): void {
  replace({ route, respond: async () => problem(409, code, detail) })
}

/** What went wrong since it was asked last: requests that no answer was given for, and what does not match a route's shapes. */
export function takeErrors(): readonly string[] {
  const taken = errors
  errors = []
  answered = []
  return taken
}

/** Takes the place of the browser's network for addresses of the API; the event stream is open and silent. */
export function replaceNetwork(): void {
  if (window.EventSource === (SilentStream as unknown)) return
  const fetchFile = window.fetch.bind(window)
  window.fetch = async (input, init) => {
    const request = new Request(input, init)
    const address = new URL(request.url)
    if (!address.pathname.startsWith('/api/')) return fetchFile(request)
    request.signal.throwIfAborted()
    const text = await request.text()
    const cut = new Promise<never>((_, reject) => {
      request.signal.addEventListener('abort', () => reject(request.signal.reason), { once: true })
    })
    return Promise.race([respondTo(request.method as Method, address, text === '' ? undefined : JSON.parse(text)), cut])
  }
  window.EventSource = SilentStream as unknown as typeof EventSource
}

class SilentStream extends EventTarget {
  readonly readyState = EventSource.OPEN
  close() {}
}

async function respondTo(method: Method, address: URL, body: unknown): Promise<Response> {
  const named = `${method} ${address.pathname}${address.search}`
  for (const { route, respond } of answered) {
    const params = route.method === method && paramsIn(addressOf(route), address.pathname)
    if (!params) continue
    try {
      return await respond(address, params, body)
    } catch (error) {
      return failWith(`${named}: ${error instanceof Error ? error.message : String(error)}`)
    }
  }
  return failWith(`${named} has no answer`)
}

/** An address without parameters goes before one that would match it by its parameter. */
function replace(next: Answered): void {
  const rest = answered.filter(({ route }) => route !== next.route)
  answered = [next, ...rest].sort((one, other) => one.route.path.split(':').length - other.route.path.split(':').length)
}

/** The parameters of an address that matches a pattern with `:name`; null for another address. */
function paramsIn(pattern: string, path: string): Readonly<Record<string, string>> | null {
  const expression = pattern.replace(/:(\w+)/g, (_, name: string) => `(?<${name}>[^/]+)`)
  const match = new RegExp(`^${expression}$`).exec(path)
  return match && Object.fromEntries(Object.entries(match.groups ?? {}).map(([name, value]) => [name, decodeURIComponent(value)]))
}

function parsedRequest(
  { params, query, body }: Route,
  sent: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  const shapes = Object.entries({ params, query, body }).flatMap(([name, shape]) => (shape ? [[name, shape] as const] : []))
  return Object.fromEntries(shapes.map(([name, shape]) => [name, checked(shape, sent[name], `the ${name} that the page sends`)]))
}

function answerOf(route: Route, value: unknown): Response {
  const status = statusOf(route)
  if (!route.returns) return new Response(null, { status })
  return Response.json(checked(route.returns, value, 'the answer that the test gives'), { status })
}

function checked(shape: core.$ZodType, value: unknown, what: string): unknown {
  const { data, error } = core.safeParse(shape, value)
  if (error) throw new Error(`${what} is none of the route: ${core.prettifyError(error)}`)
  return data
}

function failWith(text: string): Response {
  errors.push(text)
  return problem(404, 'not_found', text)
}

function problem(status: number, code: string, detail: string): Response {
  const body = { type: 'about:blank', title: 'Problem', status, code, detail, requestId: '1', facts: {}, fields: [] }
  return new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/problem+json' } })
}
