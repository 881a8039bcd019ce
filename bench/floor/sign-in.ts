// The caller of a change, as the portal finds them: whose session a cookie names is remembered, and the first exchange of each
// transaction asks the database whether it still is theirs.
import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import type pg from 'pg'
import { as, begin, commit, roundTrip, type Statement, type TextRow } from './pipeline.ts'
import type { Caller } from './reads.ts'

export interface SignedIn extends Caller {
  readonly tokenHash: string
}

const callers = new Map<string, SignedIn>()

/** The person of the request's cookie. It costs a round trip where nobody has asked with this cookie before. */
export async function callerOf(client: pg.Client, secret: string, cookies: string): Promise<SignedIn> {
  const tokenHash = createHash('sha256').update(signedToken(secret, cookies)).digest('hex')
  const caller = callers.get(tokenHash)
  if (caller) return caller
  const answers = await roundTrip(client, [...openingOf(tokenHash), commit])
  const newCaller = { ...callerIn(answers), tokenHash }
  callers.set(tokenHash, newCaller)
  return newCaller
}

function signedToken(secret: string, cookies: string): string {
  const cookie = decodeURIComponent(/passerelle\.session_token=([^;]+)/.exec(cookies)?.[1] ?? '')
  const end = cookie.lastIndexOf('.')
  const token = cookie.slice(0, end)
  const digest = Buffer.from(cookie.slice(end + 1), 'base64')
  const expected = createHmac('sha256', secret).update(token).digest()
  if (digest.length !== expected.length || !timingSafeEqual(digest, expected)) throw new Error('the cookie is not signed')
  return token
}

const session = `select s.user_id, s.role, s.contract_signed, set_config('app.user_id', coalesce(s.user_id::text, ''), true),
    set_config('app.partner_id', coalesce(s.partner_id::text, ''), true),
    set_config('app.partner_role', coalesce(s.partner_role, ''), true),
    set_config('role', 'passerelle_' || coalesce(s.role, 'anonymous'), true)
  from app.session($1, $2, make_interval(days => 30)) s`

/** Begins a transaction in the role that the session has now. */
export const openingOf = (tokenHash: string): Statement[] => [
  begin,
  as('anonymous', ''),
  { name: 'session', text: session, values: [tokenHash, new Date()] },
]

/** What follows the opening's answers. Throws if the session is not that of the caller who was remembered. */
export function answersBehind(
  answers: readonly (readonly TextRow[])[],
  { id, role, tokenHash }: SignedIn,
): readonly (readonly TextRow[])[] {
  const now = callerIn(answers)
  if (now.id !== id || now.role !== role) {
    callers.delete(tokenHash)
    throw new Error('the session has changed')
  }
  return answers.slice(3)
}

function callerIn(answers: readonly (readonly TextRow[])[]): Caller {
  const [id, role, contractSigned] = answers[2]?.[0] ?? []
  if (!id || (role !== 'partner' && role !== 'admin')) throw new Error('nobody is signed in')
  if (role === 'partner' && contractSigned !== 't') throw new Error('the contract is not signed')
  return { role, id }
}
