import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import type pg from 'pg'
import { as, begin, commit, roundTrip, type Statement } from './pipeline.ts'
import type { Caller } from './reads.ts'

const sha256 = (text: string, encoding: 'hex' | 'base64url') => createHash('sha256').update(text).digest(encoding)
const session = 'select user_id, role, contract_signed from app.session($1, $2, make_interval(days => 30))'

/** Looks the session up, as the portal does for each request. */
export async function callerOf(client: pg.Client, secret: string, cookies: string): Promise<Caller> {
  const cookie = decodeURIComponent(/passerelle\.session_token=([^;]+)/.exec(cookies)?.[1] ?? '')
  const end = cookie.lastIndexOf('.')
  const token = cookie.slice(0, end)
  const digest = Buffer.from(cookie.slice(end + 1), 'base64')
  const expected = createHmac('sha256', secret).update(token).digest()
  if (digest.length !== expected.length || !timingSafeEqual(digest, expected)) throw new Error('the cookie is not signed')
  const values = [sha256(token, 'hex'), new Date()]
  const [, , [row] = []] = await roundTrip(client, [
    begin,
    as('anonymous', ''),
    { name: 'session', text: session, values },
    commit,
  ])
  const [id, role, contractSigned] = row ?? []
  if (!id || (role !== 'partner' && role !== 'admin')) throw new Error('nobody is signed in')
  if (role === 'partner' && contractSigned !== 't') throw new Error('the contract is not signed')
  return { role, id }
}

const attempt = `insert into auth.rate_limits as r (key, count, window_ends_at) values ($1, 1, $2)
  on conflict (key) do update set
    count = case when r.window_ends_at <= $3 or r.window_ends_at > $4 then 1 else r.count + 1 end,
    window_ends_at = case when r.window_ends_at <= $3 or r.window_ends_at > $4 then excluded.window_ends_at
      else r.window_ends_at end
  returning count`

/** Counts an added lead against its partner's pace. */
export function countAttempt({ id }: Caller, now: Date): Statement {
  const after = (seconds: number) => new Date(now.getTime() + seconds * 1000)
  const values = [sha256(`POST /leads ${id}`, 'base64url'), after(300), now, after(600)]
  return { name: 'attempt', text: attempt, values }
}
