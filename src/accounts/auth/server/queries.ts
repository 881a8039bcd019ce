import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { Me } from '#access/api/session.ts'
import { abilitiesOf } from '#access/domain/abilities.ts'
import { type Role, system } from '#access/domain/actor.ts'
import type { StartedPage } from '#access/domain/pages-in-use.ts'
import { lookUp, membershipOf, nameOfSession, signedCookie } from '#access/server/session.ts'
import { hasTeam } from '#accounts/people/server/queries.ts'
import { hasAnnouncement } from '#communication/announcements/server/queries.ts'
import { languageNamed } from '#platform/domain/languages.ts'
import { Refusal } from '#platform/domain/refusal.ts'
import type { SessionMethod } from '#platform/domain/session-methods.ts'
import type { Portal } from '#platform/server/portal.ts'
import { readLink } from '#platform/server/secrets/links.ts'
import { identifierHash } from '#platform/server/secrets/token-hash.ts'
import type { Helper } from '../domain/second-factor.ts'
import { m } from '../messages/messages.ts'
import type { PasswordOwner } from './password-rules.ts'

/** The signed-in person of a session token. */
export async function readMe(portal: Portal, token: string): Promise<Me> {
  const session = await lookUp(portal, token)
  if (!session) throw new Refusal('not_signed_in', m.pleaseSignIn())
  const partner = session.role === 'partner' ? membershipOf(session) : null
  const profile = await portal.database.asActor(system, (tx) =>
    tx
      .selectFrom('profiles')
      .select(['user_id', 'email', 'full_name', 'company', 'language'])
      .select(sql<boolean>`exists (select from auth.passkeys k where k.user_id = profiles.user_id)`.as('has_passkey'))
      .select(hasAnnouncement('profiles.user_id', portal.clock.now()).as('has_announcement'))
      .select(sql<StartedPage[]>`app.pages_in_use(${partner?.id ?? null})`.as('in_use'))
      .select(hasTeam('profiles.user_id').as('has_team'))
      .where('user_id', '=', session.user_id)
      .executeTakeFirstOrThrow(),
  )
  return {
    id: profile.user_id,
    session: nameOfSession({ id: session.session_id, userId: profile.user_id }),
    email: profile.email,
    fullName: profile.full_name,
    company: profile.company,
    role: session.role,
    language: languageNamed(session.language) ?? 'specified',
    ownLanguage: session.viewer_id ? null : languageNamed(profile.language),
    staffRole: session.staff_role ?? null,
    contractSigned: session.role === 'admin' || session.contract_signed,
    twoFactorEnabled: session.two_factor,
    hasPasskey: !session.viewer_id && profile.has_passkey,
    inUse: profile.in_use,
    hasAnnouncement: session.role === 'partner' && profile.has_announcement,
    partner: partner && {
      id: partner.id,
      role: partner.role,
      abilities: [...abilitiesOf(partner)],
      hasTeam: profile.has_team,
    },
    view: session.viewer_id ? { by: await nameOfViewer(portal, session.viewer_id), until: session.ends_at.toISOString() } : null,
  }
}

async function nameOfViewer(portal: Portal, userId: string): Promise<string> {
  const { full_name } = await portal.database.asActor(system, (tx) =>
    tx.selectFrom('profiles').select('full_name').where('user_id', '=', userId).executeTakeFirstOrThrow(),
  )
  return full_name
}

export interface OpenSession {
  id: string
  created_at: Date
  updated_at: Date
  ip_address: string | null
  user_agent: string | null
  method: SessionMethod | null
}

/** A person's sessions, newest first. */
export async function readSessions(portal: Portal, userId: string): Promise<OpenSession[]> {
  const now = portal.clock.now()
  const maxAge = sql`make_interval(days => ${portal.config.sessionDays}::int)`
  const { rows } = await sql<OpenSession>`
    select id, created_at, updated_at, ip_address, user_agent, method from auth.sessions
    where user_id = ${userId} and expires_at > ${now} and created_at + ${maxAge} > ${now}
    order by updated_at desc`.execute(portal.database.auth)
  return rows
}

/** Ends one of a person's sessions. Refuses `not_found` for others'. */
export async function removeSession(portal: Portal, userId: string, sessionId: string): Promise<void> {
  const result = await sql`delete from auth.sessions where id = ${sessionId} and user_id = ${userId}`.execute(
    portal.database.auth,
  )
  if (!result.numAffectedRows) throw new Refusal('not_found', m.sessionEnded())
}

/** An account that can sign in. */
export interface Account {
  readonly userId: string
  readonly passwordHash: string
}

/** The account with this address or id, or null. */
export async function findAccount(portal: Portal, by: { email: string } | { userId: string }): Promise<Account | null> {
  const row = await portal.database.asActor(system, (tx) =>
    tx
      .selectFrom('auth.accounts as a')
      .innerJoin('auth.users as u', 'u.id', 'a.user_id')
      .select(['a.user_id', 'a.password'])
      .where('a.provider_id', '=', 'credential')
      .$if('email' in by, (query) => query.where('u.email', '=', 'email' in by ? by.email.toLowerCase() : ''))
      .$if('userId' in by, (query) => query.where('u.id', '=', 'userId' in by ? by.userId : ''))
      .executeTakeFirst(),
  )
  return row?.password ? { userId: row.user_id, passwordHash: row.password } : null
}

/** The account of a pending second-factor challenge; null if there is none or it expired. */
export async function challengedPerson(portal: Portal, request: FastifyRequest): Promise<string | null> {
  const challenge = signedCookie(portal, request, portal.auth.challengeCookie)
  if (!challenge) return null
  const { rows } = await sql<{ value: string }>`
    select value from auth.verifications where identifier = ${identifierHash(challenge)}
    order by created_at desc limit 1`.execute(portal.database.auth)
  return rows[0]?.value ?? null
}

/** Whom somebody asks to switch off a second factor that they have lost. */
export async function whomToAsk(portal: Pick<Portal, 'database'>, userId: string): Promise<Helper> {
  const person = await portal.database.asActor(system, (tx) =>
    tx
      .selectFrom('profiles as p')
      .leftJoin('partner_members as m', (join) => join.onRef('m.person_id', '=', 'p.user_id').on('m.until', 'is', null))
      .select([sql<Role>`app.role_of(p.user_id)`.as('role'), 'm.role as partnerRole'])
      .where('p.user_id', '=', userId)
      .executeTakeFirstOrThrow(),
  )
  if (person.role === 'admin') return 'administrator'
  return person.partnerRole === 'owner' ? 'provider' : 'owner'
}

const linkTables = {
  invitation: 'invitations',
  'password-reset': 'password_resets',
  'email-change': 'email_changes',
  'sign-in': 'sign_in_links',
  objection: 'appointment_notices',
} as const
export type PersonalLink = keyof typeof linkTables

/** The person of a link, whether or not it is still valid; null if the signature is wrong. */
export async function personOfLink(portal: Portal, kind: PersonalLink, token: string): Promise<string | null> {
  const id = readLink(portal.config, kind, token)
  if (!id) return null
  const row = await portal.database.asActor(system, (tx) =>
    tx.selectFrom(linkTables[kind]).select('user_id').where('id', '=', id).executeTakeFirst(),
  )
  return row?.user_id ?? null
}

/** A person's data that must not serve as password. */
export function passwordOwner(portal: Pick<Portal, 'database'>, userId: string): Promise<PasswordOwner> {
  return portal.database.asActor(system, async (tx) => {
    const row = await tx
      .selectFrom('profiles')
      .select(['full_name', 'email', 'company'])
      .where('user_id', '=', userId)
      .executeTakeFirstOrThrow()
    return { fullName: row.full_name, email: row.email, company: row.company }
  })
}
