import * as z from 'zod/mini'
import type { Who } from '#access/domain/actor.ts'
import { apiScopeLabels, apiScopes } from '#access/domain/api-scopes.ts'
import { rightExplanations } from '#access/domain/staff-right-explanations.ts'
import { rights } from '#access/domain/staff-rights.ts'
import { webhookMessage } from '#operations/webhooks/api/webhooks.ts'
import { addressOf, honoursKey, type Route, statusOf } from '#platform/api/route.ts'
import { id, pageQuery, problem } from '#platform/api/shapes.ts'
import type { RefusalCode } from '#platform/domain/refusal.ts'
import { hasEtag } from '#platform/server/http/etag.ts'
import { commonRefusals, refusalsOf } from '#portal/api/route-refusals.ts'
import { refusals } from '#portal/domain/refusals.ts'
import { portalRoutes } from '#portal/server/slices.ts'
import { SchemaComponents } from './openapi-schemas.ts'

type Json = Record<string, unknown>

const access: Readonly<Record<Who, string>> = {
  anyone: 'Anyone.',
  member: 'Whoever is signed in.',
  unlocked: 'Staff, and partners with a signed main contract (else 403 `contract_not_signed`).',
  partner: 'Partners.',
  unlockedPartner: 'Partners with a signed main contract (else 403 `contract_not_signed`).',
  admin: 'Staff.',
}

const binary = { type: 'string', format: 'binary' }
const text = { type: 'string' }
const etagHeader = { ETag: { $ref: '#/components/headers/ETag' } }
const csv = 'The whole list: UTF-8 with its mark, semicolons, nothing that a spreadsheet would calculate'

const apiKeyScheme =
  'A key that staff make under API & webhooks. Operations without a scope take no key. Scopes: ' +
  apiScopes.map((scope) => `\`${scope}\` (${apiScopeLabels[scope]})`).join(', ') +
  '. A key that may write and not read what it writes is answered with ids alone.'

/** What a right opens, for the description of each operation that needs one. */
const rightsText = `Staff have the rights of their role: ${rights
  .map((right) => `\`${right}\` (${rightExplanations[right].toLowerCase()})`)
  .join('; ')}. Without the right that an operation names, staff get 403 \`right_missing\`.`

const components = new SchemaComponents()
const schemaOf = components.schemaOf.bind(components)

/** Parameters that many operations have. */
const sharedParameters: Record<string, Json> = {
  Id: { name: 'id', in: 'path', required: true, schema: schemaOf(id, 'input') },
  Cursor: { name: 'cursor', in: 'query', schema: schemaOf(pageQuery.cursor, 'input') },
  Limit: { name: 'limit', in: 'query', schema: schemaOf(pageQuery.limit, 'input') },
}

function parametersOf(shape: z.core.$ZodType | undefined, place: 'path' | 'query' | 'header'): Json[] {
  if (!shape) return []
  const { properties = {}, required = [] } = schemaOf(shape, 'input') as { properties?: Json; required?: string[] }
  return Object.entries(properties).map(([name, schema]) => {
    const parameter = { name, in: place, ...(required.includes(name) ? { required: true } : {}), schema }
    const shared = Object.entries(sharedParameters).find(([, each]) => JSON.stringify(each) === JSON.stringify(parameter))
    return shared ? { $ref: `#/components/parameters/${shared[0]}` } : parameter
  })
}

const key = {
  name: 'Idempotency-Key',
  in: 'header',
  description: 'A key of your own: a repetition of the same request gets the first answer, and the change happens once.',
  schema: { type: 'string', minLength: 1, maxLength: 200 },
}

function requestBodyOf({ accepts, body }: Route): Json {
  if (accepts === 'stream')
    return { requestBody: { required: true, content: { 'application/octet-stream': { schema: binary } } } }
  if (accepts === 'form')
    return { requestBody: { content: { 'application/x-www-form-urlencoded': { schema: { type: 'object' } } } } }
  if (!body) return {}
  const required = !z.safeParse(body, null).success
  return { requestBody: { required, content: { 'application/json': { schema: schemaOf(body, 'input') } } } }
}

function answerOf({ answer, mediaType, returns }: Route): Json {
  const content = (type: string, schema: Json) => ({ content: { [type]: { schema } } })
  if (answer === 'file') return { description: 'The file', ...content(mediaType ?? 'application/octet-stream', binary) }
  if (answer === 'csv') return { description: csv, ...content('text/csv', text) }
  if (answer === 'jsonLines') return { description: 'One JSON value per line', ...content('application/jsonl', text) }
  if (answer === 'zip') return { description: 'The files, and an index', ...content('application/zip', binary) }
  if (answer === 'redirect') return { description: 'To the address in `Location`' }
  if (!returns) return { description: 'Done, without a body' }
  const schema = schemaOf(returns, 'output')
  return answer === 'eventStream'
    ? { description: 'The stream', ...content('text/event-stream', schema) }
    : { description: 'Done', ...content('application/json', schema) }
}

/** What a stored file answers to a request for one range of it. */
const partsOf = (route: Route): Json => ({
  206: { ...answerOf(route), description: 'The part that `Range` asks for' },
  304: { $ref: '#/components/responses/Unchanged' },
  416: { description: 'The file ends before the part that `Range` asks for' },
})

function codesOf(route: Route): Json {
  const codes = refusalsOf(route).map((code) => `\`${code}\``)
  return codes.length > 0 ? { description: codes.join(', ') } : {}
}

/** The right that staff need. */
function rightOf({ right }: Route): string | undefined {
  if (!right) return undefined
  const names = (typeof right === 'string' ? [right] : right).map((each) => `\`${each}\``)
  return `Staff need the right ${names.join(' or ')} (else 403 \`right_missing\`).`
}

const keysOf = ({ scope }: Route) => (scope ? `API keys with \`${scope}\`.` : undefined)

/** Either a session, or an API key with the scope; the document's default is a session. */
function securityOf({ who, scope }: Route): Json {
  if (who === 'anyone') return { security: [] }
  return scope ? { security: [{ session: [] }, { apiKey: [scope] }] } : {}
}

function operation(slice: string, name: string, route: Route): Json {
  return {
    operationId: name,
    tags: [slice],
    summary: route.summary,
    description: [access[route.who], rightOf(route), keysOf(route), route.description].filter(Boolean).join(' '),
    ...securityOf(route),
    parameters: [
      ...parametersOf(route.params, 'path'),
      ...parametersOf(route.query, 'query'),
      ...parametersOf(route.headers, 'header'),
      ...(honoursKey(route) ? [{ $ref: '#/components/parameters/IdempotencyKey' }] : []),
    ],
    ...requestBodyOf(route),
    responses: {
      [statusOf(route)]: answerOf(route),
      ...(hasEtag(route) ? { 304: { $ref: '#/components/responses/Unchanged' } } : {}),
      ...(route.answer === 'file' ? partsOf(route) : {}),
      default: { $ref: '#/components/responses/Problem', ...codesOf(route) },
    },
  }
}

/** The OpenAPI 3.1 document: every address of the server, from the declarations that it is bound by. */
export function openApiDocument(): Json {
  const paths: Record<string, Json> = {}
  for (const [slice, routes] of Object.entries(portalRoutes)) {
    for (const [name, route] of Object.entries(routes) as [string, Route][]) {
      const path = addressOf(route).replace(/:(\w+)/g, '{$1}')
      paths[path] = { ...paths[path], [route.method.toLowerCase()]: operation(slice, name, route) }
    }
  }
  const problemSchema = schemaOf(problem, 'output')
  const coded = (codes: readonly RefusalCode[]) => codes.map((code) => `\`${code}\` (${refusals[code]})`).join(', ')
  const specific = (Object.keys(refusals) as RefusalCode[]).filter(
    (code) => !(commonRefusals as readonly RefusalCode[]).includes(code),
  )
  return {
    openapi: '3.1.0',
    info: {
      title: 'Passerelle',
      version: '1',
      description:
        'The API of the partner portal. Amounts are whole euro cents, rates are percents, times are ISO ' +
        '8601 in UTC. Whatever GET reads, HEAD answers with status and headers alone. Where 304 is listed, answers have an ' +
        'ETag, and a request with it in If-None-Match gets 304 while nothing has changed. Errors are ' +
        'application/problem+json (RFC 9457) with a stable code. Any request may get ' +
        `${coded(commonRefusals)}. ${rightsText} Each operation lists the others that it may give: ${coded(specific)}.`,
    },
    security: [{ session: [] }],
    paths,
    webhooks: {
      portalEvent: {
        post: {
          operationId: 'portalEvent',
          summary: 'What an endpoint is sent of an event that it has chosen',
          description:
            'Signed by Standard Webhooks 1.0: `webhook-id` (the same at each attempt), `webhook-timestamp` and ' +
            '`webhook-signature`. Answer with 2xx within ten seconds.',
          security: [],
          requestBody: { required: true, content: { 'application/json': { schema: schemaOf(webhookMessage, 'output') } } },
          responses: { '2XX': { description: 'Taken' } },
        },
      },
    },
    components: {
      schemas: components.all(),
      parameters: { ...sharedParameters, IdempotencyKey: key },
      headers: { ETag: { description: 'The version of the answer', schema: text } },
      responses: {
        Unchanged: { description: 'What the caller has is still current; without a body', headers: etagHeader },
        Problem: {
          description: 'A problem, with a stable code',
          content: { 'application/problem+json': { schema: problemSchema } },
        },
      },
      securitySchemes: {
        session: { type: 'apiKey', in: 'cookie', name: 'passerelle.session_token' },
        apiKey: { type: 'http', scheme: 'bearer', description: apiKeyScheme },
      },
    },
  }
}
