import type { Actor } from '#access/domain/actor.ts'
import type { Caller, DatabaseRole, Rows } from '#platform/server/db/driver.ts'
import { type Statement, unattended } from '#platform/server/db/statement.ts'
import type { SessionProof, SessionRow } from './session-row.ts'

/** The session has ended, or its person's rights have changed since they were read. Nothing was done. */
export class SessionChanged extends Error {
  /** The session as it is now; null if it has ended. */
  readonly now: SessionRow | null

  constructor(now: SessionRow | null) {
    super('The session has changed')
    this.name = 'SessionChanged'
    this.now = now
  }
}

export interface Opening {
  /** The disk is nearly full: nothing may be written. */
  readonly isDiskFull?: boolean
  /** Statements that are sent together form a transaction of their own, even without `begin`. */
  readonly isImplicit?: boolean
  /** Settings of the server for this transaction, in milliseconds; absent where the connection has them. */
  readonly settings?: Readonly<Record<string, number>>
}

/** The statements that begin a transaction. `confirm` gets what the database says of the session. */
export function openingOf(
  caller: Caller,
  { isDiskFull = false, isImplicit = false, settings = {} }: Opening,
  confirm: (row: SessionRow | null) => void,
): Statement[] {
  const begin = isImplicit ? [] : [unattended(isDiskFull ? 'begin read only' : 'begin')]
  const local = Object.entries(settings).map(([name, value]) => `, set_config('${name}', '${value}', true)`)
  const more = [withoutJit, ...local, ...(caller.isRead ? [", set_config('transaction_read_only', 'on', true)"] : [])].join('')
  if (!caller.session) {
    const { userId, role, company } = caller
    const values = [userId, role, company?.id ?? '', company?.role ?? '', company?.seesAmounts ? 'on' : '']
    return [...begin, unattended(setCaller + more, values)]
  }
  const { tokenHash, now, days } = caller.session
  return [
    ...begin,
    // The login may have no rights of its own; this role may look a session up and nothing else.
    unattended("select set_config('role', 'passerelle_anonymous', true)"),
    {
      ...(days === null
        ? unattended(`${setCallerBySession}${ofNoPartner}${more} ${fromApiKey}`, [tokenHash, now])
        : unattended(`${setCallerBySession}${ofPartner}${viewsOnlyRead}${more} ${fromSession}`, [tokenHash, now, days])),
      resolve: ({ rows }: Rows) => confirm(rows[0]?.session_id ? (rows[0] as unknown as SessionRow) : null),
    },
  ]
}

/** PostgreSQL would compile plans that policies make large, for half a second each, to run them for a millisecond. */
const withoutJit = ", set_config('jit', 'off', true)"

const setCaller = `select set_config('app.user_id', $1, true), set_config('role', $2, true),
  set_config('app.partner_id', $3, true), set_config('app.partner_role', $4, true), set_config('app.sees_amounts', $5, true)`

/** The role comes from the session itself, so that a statement sent along runs with the rights of now. */
const setCallerBySession = `select s.*, set_config('app.user_id', coalesce(s.user_id::text, ''), true)`
/** The company that the person belongs to, and as what. */
const ofPartner = `,
  set_config('role', 'passerelle_' || case when s.shares_leads then 'sharer' else coalesce(s.role, 'anonymous') end, true),
  set_config('app.partner_id', coalesce(s.partner_id::text, ''), true),
  set_config('app.partner_role', coalesce(s.partner_role, ''), true),
  set_config('app.sees_amounts', case when s.sees_amounts then 'on' else '' end, true)`
const ofNoPartner = `,
  set_config('role', 'passerelle_' || coalesce(s.role, 'anonymous'), true),
  set_config('app.partner_id', '', true), set_config('app.partner_role', '', true), set_config('app.sees_amounts', '', true)`
/** A session that stands for a partner whom staff look at reads, also where this server does not know of it yet. */
const viewsOnlyRead = `,
  case when s.viewer_id is not null then set_config('transaction_read_only', 'on', true) end`
const fromApiKey = 'from app.api_key($1, $2) s'
const fromSession = 'from app.session($1, $2, make_interval(days => $3::int)) s'

/** Whether the known session still tells who the caller is and what they may do. */
export function isSameCaller({ session }: SessionProof, row: SessionRow | null): boolean {
  return (
    row !== null &&
    row.session_id === session.session_id &&
    row.user_id === session.user_id &&
    row.role === session.role &&
    (row.viewer_id ?? null) === (session.viewer_id ?? null) &&
    (row.staff_role ?? null) === (session.staff_role ?? null) &&
    (row.partner_id ?? null) === (session.partner_id ?? null) &&
    (row.partner_role ?? null) === (session.partner_role ?? null) &&
    (row.sees_amounts ?? null) === (session.sees_amounts ?? null) &&
    (row.shares_leads ?? null) === (session.shares_leads ?? null) &&
    row.contract_signed === session.contract_signed &&
    row.two_factor === session.two_factor &&
    row.language === session.language
  )
}

/** A partner of whom it is not known whether others share leads with them reads such leads too. */
const roleOf = (actor: Actor): DatabaseRole =>
  actor.kind === 'partner' && actor.partner.sharesLeads !== false ? 'passerelle_sharer' : `passerelle_${actor.kind}`

/** The actor as the caller of a transaction. */
export const callerOf = (actor: Actor): Caller => ({
  role: roleOf(actor),
  userId: 'userId' in actor ? actor.userId : '',
  company: 'partner' in actor ? actor.partner : undefined,
})
