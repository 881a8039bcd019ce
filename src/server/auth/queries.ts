import { sql } from 'kysely'
import type { Me } from '#contract/auth.ts'
import { Refusal } from '#domain/refusal.ts'
import { lookUp } from '../http/session.ts'
import type { Portal } from '../portal.ts'

/** The signed-in person behind a session's token, as the shell shows them. */
export async function meOf(portal: Portal, token: string): Promise<Me> {
  const session = await lookUp(portal, token)
  if (!session) throw new Refusal('not_signed_in', 'Please sign in.')
  const profile = await portal.database.asActor({ kind: 'system' }, (tx) =>
    tx
      .selectFrom('profiles')
      .select(['user_id', 'email', 'full_name', 'company'])
      .where('user_id', '=', session.user_id)
      .executeTakeFirstOrThrow(),
  )
  return {
    id: profile.user_id,
    email: profile.email,
    fullName: profile.full_name,
    company: profile.company,
    role: session.role,
    contractSigned: session.role === 'admin' || session.contract_signed,
    twoFactorEnabled: session.two_factor,
  }
}

export interface OpenSession {
  id: string
  created_at: Date
  updated_at: Date
  ip_address: string | null
  user_agent: string | null
}

/** The open sessions of a person, latest first. */
export async function sessionsOf(portal: Portal, userId: string): Promise<OpenSession[]> {
  const now = portal.clock.now()
  const longest = sql`make_interval(days => ${portal.config.sessionDays}::int)`
  const { rows } = await sql<OpenSession>`
    select id, created_at, updated_at, ip_address, user_agent from auth.sessions
    where user_id = ${userId} and expires_at > ${now} and created_at + ${longest} > ${now}
    order by updated_at desc`.execute(portal.database.auth)
  return rows
}

/** Ends one session of a person. Refuses `not_found` when it is not theirs. */
export async function removeSession(portal: Portal, userId: string, sessionId: string): Promise<void> {
  const result = await sql`delete from auth.sessions where id = ${sessionId} and user_id = ${userId}`.execute(
    portal.database.auth,
  )
  if (!result.numAffectedRows) throw new Refusal('not_found', 'This session has already ended.')
}
