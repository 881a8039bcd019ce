// The people who send requests: their sessions are stored as the product stores them.
import { createHmac, randomBytes } from 'node:crypto'
import type pg from 'pg'
import { v7 } from 'uuid'
import { tokenHash } from '#server/secrets/token-hash.ts'

/** The SECRET of every server that is measured. */
export const secret = 'a secret of servers that are only measured'

export interface BenchPerson {
  readonly kind: 'partner' | 'admin'
  readonly id: string
  readonly cookie: string
}

export interface BenchPeople {
  readonly partners: readonly BenchPerson[]
  readonly admin: BenchPerson
}

const mostPartners = 256

/** Signs in the administrator and partners who have leads to move, from those with many leads to those with few. */
export async function signInPeople(client: pg.Client): Promise<BenchPeople> {
  const { rows } = await client.query<{ id: string }>(
    `select partner_id as id from (
       select partner_id, row_number() over (order by sum(count) desc, partner_id) as place, count(*) over () as partners
       from lead_stats where status in ('nouveau', 'premier_contact') group by partner_id having sum(count) >= 4
     ) ranked where place % greatest(1, partners / $1) = 0 order by place limit $1`,
    [mostPartners],
  )
  const admin = await client.query<{ id: string }>("select user_id as id from user_roles where role = 'admin' limit 1")
  const adminId = admin.rows[0]?.id
  if (!adminId || rows.length === 0) throw new Error('this world has nobody to sign in')
  const partners: BenchPerson[] = []
  for (const { id } of rows) partners.push(await signIn(client, 'partner', id))
  return { partners, admin: await signIn(client, 'admin', adminId) }
}

async function signIn(client: pg.Client, kind: BenchPerson['kind'], id: string): Promise<BenchPerson> {
  const token = randomBytes(24).toString('base64url')
  await client.query(
    `insert into auth.users (id, name, email, email_verified) select user_id, full_name, email, true from profiles
       where user_id = $1 on conflict do nothing`,
    [id],
  )
  await client.query(
    `insert into auth.sessions (id, user_id, token, expires_at, method)
       values ($1, $2, $3, now() + interval '1 day', 'password')`,
    [v7(), id, tokenHash(token)],
  )
  const signature = createHmac('sha256', secret).update(token).digest('base64')
  return { kind, id, cookie: `passerelle.session_token=${encodeURIComponent(`${token}.${signature}`)}` }
}
