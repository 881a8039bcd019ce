import { createHmac, timingSafeEqual } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { type Ability, abilitiesOf } from '#access/domain/abilities.ts'
import { type Actor, anonymous, type Membership, type Role } from '#access/domain/actor.ts'
import { type Right, rightsOfRole, type StaffRole } from '#access/domain/staff-rights.ts'
import { type Language, languageNamed } from '#platform/domain/languages.ts'
import type { Portal } from '#platform/server/portal.ts'
import { tokenHash } from '#platform/server/secrets/token-hash.ts'
import type { Origin } from '#platform/server/transaction.ts'
import { sessionRefreshSeconds } from './session-age.ts'
import type { SessionProof, SessionRow } from './session-row.ts'

export interface Session {
  readonly id: string
  readonly userId: string
  readonly role: Role
  /** The rights of the staff role; partners have none. */
  readonly rights: readonly Right[]
  /** The member of staff who views the portal as `userId`; null outside such a view. */
  readonly viewerId: string | null
  /** The company that the person belongs to; null for staff who belong to none. */
  readonly partner: Membership | null
  readonly contractSigned: boolean
  readonly twoFactor: boolean
  /** The language that the person reads the portal in. */
  readonly language: Language
  readonly token: string
  /** Proves the session to the transaction that runs under it. */
  readonly proof: SessionProof
  /** Read earlier, and to be confirmed by the transaction of the request. */
  readonly isRemembered: boolean
}

/**
 * The session of the request's cookie, or null. Extends it if due. `mayRemember` allows an answer that was read some seconds ago:
 * only for a caller whose transaction confirms it.
 */
export async function findSession(
  portal: Portal,
  request: FastifyRequest,
  reply: FastifyReply,
  mayRemember = false,
): Promise<Session | null> {
  const token = tokenOf(portal, request)
  if (!token) return null
  const now = portal.clock.now()
  const hash = tokenHash(token)
  const remembered = mayRemember ? portal.knownSessions.find(hash, now) : null
  const row = remembered ?? (await lookUp(portal, token))
  if (!row) return null
  if (isDue(row, now)) {
    portal.knownSessions.learn(hash, null, now)
    await portal.auth.prolong(request, reply)
  }
  return {
    id: row.session_id,
    userId: row.user_id,
    role: row.role,
    viewerId: row.viewer_id ?? null,
    partner: membershipOf(row),
    rights: row.staff_role ? rightsOfRole[row.staff_role] : [],
    contractSigned: row.role === 'admin' || row.contract_signed,
    twoFactor: row.two_factor,
    language: languageNamed(row.language) ?? 'specified',
    token,
    proof: { tokenHash: hash, now, days: portal.config.sessionDays, session: row },
    isRemembered: remembered !== null,
  }
}

function isDue(row: SessionRow, now: Date): boolean {
  return now.getTime() - row.updated_at.getTime() > sessionRefreshSeconds * 1000
}

/** State of a session: person, expiry, or ended. Used by streams to recheck it. */
export async function lookUp(
  portal: Pick<Portal, 'database' | 'clock' | 'config' | 'knownSessions'>,
  token: string,
): Promise<SessionRow | null> {
  const hash = tokenHash(token)
  const now = portal.clock.now()
  const days = sql`make_interval(days => ${portal.config.sessionDays}::int)`
  const { rows } = await portal.database.asActor(
    anonymous,
    (tx) => sql<SessionRow>`select * from app.session(${hash}, ${now}, ${days})`.execute(tx),
    { turn: token, isRead: true },
  )
  const row = rows[0]?.session_id ? rows[0] : null
  portal.knownSessions.learn(hash, row, now)
  return row
}

/** The reader of a page, as needed for its hints. */
export interface Reader extends Pick<Session, 'role' | 'contractSigned' | 'language'> {
  readonly staffRole: StaffRole | null
  /** What somebody of a partner may; absent for staff. */
  readonly abilities?: readonly Ability[] | undefined
}

/** How long a page waits for its reader. Without them it may be in another language, and is then loaded a second time. */
const readerTimeoutMs = 2000

/** The reader of a page; null for guests, and if the database is slow. */
export async function findReader(portal: Portal, request: FastifyRequest): Promise<Reader | null> {
  const token = tokenOf(portal, request)
  if (!token) return null
  const sessionRow = lookUp(portal, token).then(
    (row) => {
      if (!row) return null
      const partner = row.role === 'partner' ? membershipOf(row) : null
      return {
        role: row.role,
        staffRole: row.staff_role ?? null,
        contractSigned: row.contract_signed,
        language: languageNamed(row.language) ?? 'specified',
        abilities: partner ? abilitiesOf(partner) : undefined,
      }
    },
    () => null,
  )
  return Promise.race([sessionRow, setTimeout(readerTimeoutMs, null)])
}

/** Another one for whomever else the session stands for: a view begins and ends within one. */
export const nameOfSession = ({ id, userId }: Pick<Session, 'id' | 'userId'>): string => `${id}.${userId}`

export function actorOf(session: Session | null): Actor {
  if (!session) return anonymous
  const { userId, partner, contractSigned, viewerId } = session
  if (session.role === 'admin') return { kind: 'admin', userId, rights: session.rights, ...(partner ? { partner } : {}) }
  // The database knows no session of a partner's person who belongs to none.
  if (!partner) return anonymous
  return { kind: 'partner', userId, partner, contractSigned, ...(viewerId ? { viewerId } : {}) }
}

type MembershipRow = Pick<SessionRow, 'partner_id' | 'partner_role' | 'sees_amounts' | 'shares_leads'>

/** The company that somebody belongs to, if they do. */
export function membershipOf({ partner_id, partner_role, sees_amounts, shares_leads }: MembershipRow): Membership | null {
  if (!(partner_id && partner_role)) return null
  return {
    id: partner_id,
    role: partner_role,
    seesAmounts: partner_role !== 'member' || sees_amounts === true,
    ...(typeof shares_leads === 'boolean' ? { sharesLeads: shares_leads } : {}),
  }
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
  const digest = Buffer.from(cookie.slice(end + 1), 'base64')
  const expected = createHmac('sha256', portal.config.secret).update(value).digest()
  return digest.length === expected.length && timingSafeEqual(digest, expected) ? value : null
}
