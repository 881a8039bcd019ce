// The people who send requests: their sessions are stored as the product stores them.
import { createHmac } from 'node:crypto'
import { v7 } from 'uuid'
import { tokenHash } from '../src/platform/server/secrets/token-hash.ts'
import { signableIn } from './world/world-sizes.ts'

export const secret = 'a secret of servers that are only measured'

export interface BenchPerson {
  readonly kind: 'partner' | 'admin'
  readonly id: string
  readonly cookie: string
}

/** The columns between which leads are moved. */
export const moveableIn = ['nouveau', 'premier_contact']

/** More than any target signs in one round. */
const maxSigned = 20_000

export interface MoveableLead {
  readonly id: string
  readonly partnerId: string
  status: string
  /** A request was sent that moves it, and its answer has not come: where it stands is not known. */
  asked: boolean
}

/** The leads that a database has for the works that change some. */
interface ChangeableLeads {
  /** For partners, to and fro. */
  moveable: readonly MoveableLead[]
  /** For staff, to Signé. */
  signable: readonly MoveableLead[]
}

export interface BenchPeople extends ChangeableLeads {
  readonly partners: readonly BenchPerson[]
  readonly admin: BenchPerson
}

/** One statement as a superuser. */
export type Query = (text: string, values?: readonly unknown[]) => Promise<{ readonly rows: readonly unknown[] }>

const maxPartners = 256

/** Signs in the administrator and partners who have leads to move, from those with many leads to those with few. */
export async function signInPeople(query: Query): Promise<BenchPeople> {
  const { rows } = await query(
    `select partner_id as id from (
       select partner_id, row_number() over (order by sum(count) desc, partner_id) as place, count(*) over () as partners
       from lead_stats where status in ('nouveau', 'premier_contact') group by partner_id having sum(count) > 0
     ) ranked where place % ((partners + $1 - 1) / $1) = 0 order by place`,
    [maxPartners],
  )
  const admins = await query("select user_id as id from user_roles where role = 'admin' limit 1")
  const [adminId] = idsOf(admins.rows)
  if (!adminId || rows.length === 0) throw new Error('this world has nobody to sign in')
  const partners: BenchPerson[] = []
  for (const id of idsOf(rows)) partners.push(await signIn(query, 'partner', id))
  return { partners, admin: await signIn(query, 'admin', adminId), ...(await readChangeable(query, partners)) }
}

const idsOf = (rows: readonly unknown[]) => (rows as readonly { id: string }[]).map(({ id }) => id)

/** As these leads are now, in the portal's database or in the thin one. */
export async function readChangeable(query: Query, partners: readonly BenchPerson[]): Promise<ChangeableLeads> {
  const columns = `select id, partner_id as "partnerId", status::text, false as asked from leads`
  const moveable = `${columns} where partner_id = any($1) and status::text = any($2) order by partner_id, id`
  const signable = `${columns} where status = '${signableIn}' order by id limit ${maxSigned}`
  const ids = partners.map(({ id }) => id)
  return {
    moveable: (await query(moveable, [ids, moveableIn])).rows as readonly MoveableLead[],
    signable: (await query(signable)).rows as readonly MoveableLead[],
  }
}

async function signIn(query: Query, kind: BenchPerson['kind'], id: string): Promise<BenchPerson> {
  // The same in every database, so that one cookie asks them all.
  const token = createHmac('sha256', secret).update(id).digest('base64url').slice(0, 32)
  await query(
    `insert into auth.users (id, name, email, email_verified) select user_id, full_name, email, true from profiles
       where user_id = $1 on conflict do nothing`,
    [id],
  )
  await query(
    `insert into auth.sessions (id, user_id, token, expires_at, method)
       values ($1, $2, $3, now() + interval '1 day', 'password')`,
    [v7(), id, tokenHash(token)],
  )
  const signature = createHmac('sha256', secret).update(token).digest('base64')
  return { kind, id, cookie: `passerelle.session_token=${encodeURIComponent(`${token}.${signature}`)}` }
}
