// The portal's own way of asking, which the floor understands as well.
import { randomUUID } from 'node:crypto'
import type { WorkName } from '../options.ts'
import type { Ask } from '../works.ts'
import type { Dialect, HttpRequest } from './target.ts'

export function restDialect(works: readonly WorkName[]): Dialect {
  return { works, httpRequest, isRefusal: () => false, read: (_work, body) => JSON.parse(body) }
}

/** Changes carry a fresh Idempotency-Key and X-Request-Id, as the pages send them. */
function httpRequest({ person, method, path, body }: Ask): HttpRequest {
  const headers: Record<string, string> = { cookie: person.cookie, 'x-caller': `${person.kind} ${person.id}` }
  if (method !== 'GET') Object.assign(headers, { 'idempotency-key': randomUUID(), 'x-request-id': randomUUID() })
  if (body === undefined) return { method, path, headers }
  return { method, path, headers: { ...headers, 'content-type': 'application/json' }, body: JSON.stringify(body) }
}
