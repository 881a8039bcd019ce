// The floor says what the same answers cost by hand, on the thin schema: node:http and `pg`, one round trip for each request,
// prepared statements, JSON that is put together from the columns' text. It believes the caller that a request names.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import pg from 'pg'
import { v7 } from 'uuid'

/** One row, its columns as PostgreSQL's text. */
type Row = readonly string[]

interface Statement {
  /** Absent for one that is planned anew each time. */
  readonly name?: string
  readonly text: string
  json(rows: readonly Row[]): string
}

const { PORT: port = '', DATABASE_URL: url = '' } = process.env
const types = { getTypeParser: () => (value: string) => value } as pg.CustomTypesConfig
/** As many connections as the portal uses. */
const pool = new pg.Pool({
  connectionString: url,
  options: '-c TimeZone=UTC',
  max: 10,
  idleTimeoutMillis: 0,
  pipeline: true,
  types,
} as pg.PoolConfig)

const columns = 'id, name, company, email, amount, status, created_at, updated_at'
const newest = 'order by created_at desc, id desc limit 50'

const leadJson = ([id, name, company, email, amount, status, createdAt = '', updatedAt = '']: Row) =>
  `{"id":"${id}","name":${JSON.stringify(name)},"company":${JSON.stringify(company)},"email":${JSON.stringify(email)},` +
  `"amount":${amount},"status":"${status}","createdAt":"${isoOf(createdAt)}","updatedAt":"${isoOf(updatedAt)}"}`
/** `2026-11-22 10:00:00.12+00` as `2026-11-22T10:00:00.12Z`. */
const isoOf = (time: string) => time.replace(' ', 'T').replace('+00', 'Z')
const listJson = (rows: readonly Row[]) => `[${rows.map(leadJson).join(',')}]`
const firstJson = ([row]: readonly Row[]) => {
  if (!row) throw new Error('there is no such lead')
  return leadJson(row)
}

const newestLeads: Statement = { name: 'newest', text: `select ${columns} from leads ${newest}`, json: listJson }

/** Planned for its word: the index of trigrams finds a rare one, the newest leads are read for a frequent one. */
const foundLeads: Statement = { text: `select ${columns} from leads where search_text like $1 ${newest}`, json: listJson }

const overview: Statement = {
  name: 'overview',
  text: `select 'lead', status::text, count(*), sum(amount) from leads group by status
    union all select 'commission', status::text, count(*), sum(amount) from commissions group by status`,
  json(rows) {
    const of = (kind: string, json: (row: Row) => string) =>
      rows.flatMap((row) => (row[0] === kind ? [`"${row[1]}":${json(row)}`] : [])).join(',')
    const leads = of('lead', ([, , count, amount]) => `{"count":${count},"amount":${amount}}`)
    return `{"leads":{${leads}},"commissions":{${of('commission', ([, , , amount = '']) => amount)}}}`
  },
}

const moveLead: Statement = {
  name: 'move',
  text: `update leads set status = $2, updated_at = now() where id = $1 returning ${columns}`,
  json: firstJson,
}

const addLead: Statement = {
  name: 'add',
  text: `insert into leads (id, name, company, email, amount) values ($1, $2, $3, $4, $5) returning ${columns}`,
  json: firstJson,
}

const signLead: Statement = {
  name: 'sign',
  text: `with signed as (update leads set status = 'signe', updated_at = now() where id = $1 returning *),
      earned as (insert into commissions (id, lead_id, partner_id, amount)
        select $2, s.id, s.partner_id, round(s.amount * p.rate / 100, 2) from signed s join partners p on p.id = s.partner_id
        returning amount)
    select s.id, s.name, s.company, s.email, s.amount, s.status, s.created_at, s.updated_at, e.amount from signed s, earned e`,
  json: (rows) => `{"lead":${firstJson(rows)},"commission":${rows[0]?.[8]}}`,
}

const as = "select set_config('role', $1, true), set_config('app.user_id', $2, true)"

/** Runs a statement in a transaction of its own, as the caller that the request names: four statements, one round trip. */
async function run(request: IncomingMessage, statement: Statement, values: readonly string[] = []): Promise<string> {
  const [role, id] = String(request.headers['x-caller']).split(' ')
  const client = await pool.connect()
  const { stream } = client.connection
  stream.cork()
  const query = (name: string | undefined, sql: string, given: readonly (string | undefined)[] = []) =>
    client.query<string[]>({ name, text: sql, values: [...given], rowMode: 'array' } as pg.QueryArrayConfig)
  const answers = [
    query('begin', 'begin'),
    query('as', as, [`thin_${role}`, id]),
    query(statement.name, statement.text, values),
    query('commit', 'commit'),
  ]
  stream.uncork()
  const done = await Promise.allSettled(answers)
  client.release()
  for (const answer of done) if (answer.status === 'rejected') throw answer.reason
  const [, , answer] = done
  return statement.json(answer?.status === 'fulfilled' ? (answer.value.rows as readonly Row[]) : [])
}

async function answer(request: IncomingMessage): Promise<string> {
  const { method, url: address = '' } = request
  if (method === 'GET') {
    if (address === '/leads') return run(request, newestLeads)
    if (address === '/overview') return run(request, overview)
    const search = decodeURIComponent(address.slice('/leads?search='.length))
    return run(request, foundLeads, [`%${search.replace(/[\\%_]/g, (char) => `\\${char}`)}%`])
  }
  const [, , id = '', signature] = address.split('/')
  if (signature) return run(request, signLead, [id, v7()])
  const body = JSON.parse(await text(request)) as Readonly<Record<string, string>>
  if (method === 'PATCH') return run(request, moveLead, [id, String(body.status)])
  const lead = ['name', 'company', 'email', 'amount'].map((field) => String(body[field]))
  return run(request, addLead, [v7(), ...lead])
}

function send(response: ServerResponse, status: number, json: string): void {
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8', 'content-length': Buffer.byteLength(json) })
  response.end(json)
}

const server = createServer((request, response) => {
  answer(request).then(
    (json) => send(response, 200, json),
    (error: Error) => send(response, 500, JSON.stringify({ detail: error.message })),
  )
})
server.listen(Number(port), '127.0.0.1', () => process.stdout.write('ready\n'))
process.once('SIGTERM', () => process.exit(0))
