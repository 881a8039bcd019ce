import { createHmac, timingSafeEqual } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { Actor, Role } from '#domain/actor.ts'
import { tokenHash } from '../secrets/token-hash.ts'
import type { Portal } from '../portal.ts'
import type { Origin } from '../transaction.ts'
import { sessionRefreshSeconds } from './session-age.ts'

export interface Session {
  readonly id: string
  readonly userId: string
  readonly role: Role
  readonly contractSigned: boolean
  readonly twoFactor: boolean
  readonly token: string
}

interface SessionRow {
  session_id: string
  user_id: string
  role: Role
  contract_signed: boolean
  two_factor: boolean
  updated_at: Date
  /** When it ends if it is not prolonged, and at the latest. */
  ends_at: Date
}

const anonymous: Actor = { kind: 'anonymous' }

/** The session of the request's cookie, or null; prolongs one that is in use and due. */
export async function findSession(portal: Portal, request: FastifyRequest, reply: FastifyReply): Promise<Session | null> {
  const token = tokenOf(portal, request)
  if (!token) return null
  const row = await lookUp(portal, token)
  if (!row) return null
  const age = portal.clock.now().getTime() - row.updated_at.getTime()
  if (age > sessionRefreshSeconds * 1000) await portal.auth.prolong(request, reply)
  return {
    id: row.session_id,
    userId: row.user_id,
    role: row.role,
    contractSigned: row.role === 'admin' || row.contract_signed,
    twoFactor: row.two_factor,
    token,
  }
}

/** Whether a session is still open, as whom and until when: streams that stay open ask again when something happened to it. */
export async function lookUp(portal: Pick<Portal, 'database' | 'clock' | 'config'>, token: string): Promise<SessionRow | null> {
  const { rows } = await portal.database.asActor(
    anonymous,
    (tx) =>
      sql<SessionRow>`select * from app.session(
      ${tokenHash(token)}, ${portal.clock.now()}, make_interval(days => ${portal.config.sessionDays}::int))`.execute(tx),
    token,
  )
  return rows[0] ?? null
}

/** Who looks at a page, as far as it decides what the page shows. */
export type Reader = Pick<Session, 'role' | 'contractSigned'>

/** A page is not kept waiting for who reads it: knowing it only saves a round trip. */
const patienceMs = 100

/** Who asks for a page; null for nobody, and when the database does not answer at once. */
export async function readerOf(portal: Portal, request: FastifyRequest): Promise<Reader | null> {
  const token = tokenOf(portal, request)
  if (!token) return null
  const found = lookUp(portal, token).then(
    (row) => row && { role: row.role, contractSigned: row.contract_signed },
    () => null,
  )
  return Promise.race([found, setTimeout(patienceMs, null)])
}

export function actorOf(session: Session | null): Actor {
  if (!session) return anonymous
  if (session.role === 'admin') return { kind: 'admin', userId: session.userId }
  return { kind: 'partner', userId: session.userId, contractSigned: session.contractSigned }
}

/** From where a signed-in person's request comes; null for anybody else's. */
export function originOf({ session, request }: { session: Session | null; request: FastifyRequest }): Origin | null {
  if (!session) return null
  return { address: request.ip, agent: (request.headers['user-agent'] ?? '').slice(0, 400), sessionId: session.id }
}

function tokenOf(portal: Portal, request: FastifyRequest): string | null {
  return signedCookie(portal, request, portal.auth.sessionCookie)
}

/** What the sign-in library's signed cookie holds, `value.base64(HMAC-SHA256)`; null when the signature is not ours. */
export function signedCookie(portal: Portal, request: FastifyRequest, name: string): string | null {
  const cookie = request.cookies[name]
  if (!cookie) return null
  const end = cookie.lastIndexOf('.')
  if (end < 1) return null
  const value = cookie.slice(0, end)
  const given = Buffer.from(cookie.slice(end + 1), 'base64')
  const expected = createHmac('sha256', portal.config.secret).update(value).digest()
  return given.length === expected.length && timingSafeEqual(given, expected) ? value : null
}
