// What the same answers cost without a framework: node:http and `pg`. With DEEDS it also does all that the portal has to do for
// a change; without, it believes the caller that the request names.
import { createServer, type IncomingMessage } from 'node:http'
import type pg from 'pg'
import { answerKeys } from './answer-key.ts'
import type { Move, NewLead } from './bare-changes.ts'
import * as bare from './bare-changes.ts'
import { Connections } from './pipeline.ts'
import { type Caller, listLeads, overview } from './reads.ts'
import { callerOf } from './sign-in.ts'
import * as whole from './whole-changes.ts'

const { PORT: port = '', DATABASE_URL: url = '', SECRET: secret = '', DEEDS: deeds, LIKE: like } = process.env
/** As many as the portal uses. */
const connections = await Connections.open(url, 10)
const keyOf = answerKeys(secret)

const server = createServer((request, response) => {
  answer(request).then(
    ({ status, json }) => {
      response.writeHead(status, { 'content-type': 'application/json; charset=utf-8', 'content-length': Buffer.byteLength(json) })
      response.end(json)
    },
    (error: Error) => {
      response.writeHead(500, { 'content-type': 'application/json; charset=utf-8' })
      response.end(JSON.stringify({ detail: error.message }))
    },
  )
})

async function answer(request: IncomingMessage): Promise<{ status: number; json: string }> {
  const { method = '', url: address = '', headers } = request
  const [path = '', query = ''] = address.split('?', 2)
  const body = method === 'POST' ? JSON.parse(await textOf(request)) : null
  const json = await connections.use(async (client) => {
    if (deeds) return wholeChange(client, request, path, body)
    const caller = namedCaller(headers)
    if (method === 'GET' && path === '/api/leads')
      return listLeads(client, caller, new URLSearchParams(query), like !== undefined)
    if (method === 'GET' && path === '/api/overview') return overview(client, caller)
    if (method === 'POST' && path === '/api/leads') return bare.addLead(client, caller, body as NewLead)
    const moved = movedLead(method, path)
    return bare.moveLead(client, caller, moved, body as Move)
  })
  return { status: method === 'POST' && path === '/api/leads' ? 201 : 200, json }
}

async function wholeChange(client: pg.Client, request: IncomingMessage, path: string, body: unknown): Promise<string> {
  const { method = '', url: address = '', headers } = request
  const caller = await callerOf(client, secret, headers.cookie ?? '')
  const key = keyOf(caller.id, String(headers['idempotency-key']), method, address, body)
  const requestId = String(headers['x-request-id'])
  if (method === 'POST' && path === '/api/leads') return whole.addLead(client, caller, key, requestId, body as NewLead)
  return whole.moveLead(client, caller, key, requestId, movedLead(method, path), body as Move)
}

function movedLead(method: string, path: string): string {
  const id = /^\/api\/leads\/([0-9a-f-]{36})\/move$/.exec(path)?.[1]
  if (method !== 'POST' || !id) throw new Error(`nothing answers ${method} ${path}`)
  return id
}

function namedCaller({ 'x-caller': caller = '' }: IncomingMessage['headers']): Caller {
  const [role, id = ''] = String(caller).split(' ')
  return { role: role === 'admin' ? 'admin' : 'partner', id }
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  return Buffer.concat(chunks).toString()
}

server.listen(Number(port), '127.0.0.1', () => process.stdout.write('ready\n'))
process.once('SIGTERM', () => process.exit(0))
