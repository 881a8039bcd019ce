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
  /** Expiry unless extended, and the final limit. */
  ends_at: Date
}

const anonymous: Actor = { kind: 'anonymous' }

/** The session of the request's cookie, or null. Extends it if due. */
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

/** State of a session: person, expiry, or ended. Used by streams to recheck it. */
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

/** The reader of a page, as needed for its hints. */
export type Reader = Pick<Session, 'role' | 'contractSigned'>

/** Time limit for looking up the reader, which only saves a round trip. */
const patienceMs = 100

/** The reader of a page; null for guests, and if the database is slow. */
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

/** Client of a signed-in person's request; null for guests. */
export function originOf({ session, request }: { session: Session | null; request: FastifyRequest }): Origin | null {
  if (!session) return null
  return { address: request.ip, agent: (request.headers['user-agent'] ?? '').slice(0, 400), sessionId: session.id }
}

function tokenOf(portal: Portal, request: FastifyRequest): string | null {
  return signedCookie(portal, request, portal.auth.sessionCookie)
}

/** Verifies the auth library's signed cookie `value.base64(HMAC-SHA256)`; null if the signature is wrong. */
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
