import { addressOf, type RequestOf, type ReturnOf, type Route } from '#platform/api/route.ts'

/** A user agent with cookies that reaches a portal of another process at its address. */
export class HttpClient {
  readonly #cookies = new Map<string, string>()
  /** Scheme, host and port. */
  readonly origin: string

  constructor(origin: string) {
    this.origin = origin
  }

  get cookie(): string {
    return [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  }

  /** The same person at another server. */
  at(origin: string): HttpClient {
    const other = new HttpClient(origin)
    for (const [name, value] of this.#cookies) other.#cookies.set(name, value)
    return other
  }

  async send(method: string, path: string, body?: BodyInit | null, headers: Record<string, string> = {}): Promise<Response> {
    const response = await fetch(new URL(path, this.origin), {
      method,
      redirect: 'manual',
      headers: { ...(this.cookie ? { cookie: this.cookie } : {}), ...headers },
      body: body ?? null,
    })
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      if (value === '' || /;\s*max-age=0\b/i.test(line)) this.#cookies.delete(name)
      else this.#cookies.set(name, value)
    }
    return response
  }

  /** Calls a route. Returns any response, refusals included; null stands for an empty body. */
  async try<R extends Route>(route: R, request: RequestOf<R>, headers: Record<string, string> = {}) {
    const { params = {}, query = {}, body } = request as { params?: Record<string, string>; query?: object; body?: object }
    const path = addressOf(route).replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
    const search = new URLSearchParams(
      Object.entries(query).flatMap(([key, value]) => (value === undefined ? [] : [[key, String(value)]])),
    )
    const json: Record<string, string> = body === undefined ? {} : { 'content-type': 'application/json' }
    const response = await this.send(route.method, `${path}?${search}`, body ? JSON.stringify(body) : null, {
      ...json,
      ...headers,
    })
    const text = await response.text()
    return { status: response.status, body: (text === '' ? null : JSON.parse(text)) as ReturnOf<R> }
  }

  /** Calls a route that must succeed. */
  async call<R extends Route>(route: R, request: RequestOf<R>, headers: Record<string, string> = {}): Promise<ReturnOf<R>> {
    const { status, body } = await this.try(route, request, headers)
    if (status >= 400) throw new Error(`${route.method} ${route.path}: ${status} ${JSON.stringify(body)}`)
    return body
  }
}
