import * as z from 'zod/mini'
import { commissionFilter } from '#api/commissions.ts'
import { contractFilter } from '#api/contracts.ts'
import { leadFilter, leadStatus } from '#api/leads.ts'
import { liveMessage } from '#api/live.ts'
import { personFilter } from '#api/partners.ts'
import { portalRoutes } from '#api/portal.ts'
import type { Route, Who } from '#api/route.ts'
import { id, pageQuery, problem } from '#api/shapes.ts'
import { previewReportHeader, templatePreviewForm } from '#api/templates.ts'
import { upload, uploadQuery } from '#api/uploads.ts'
import { refusals } from '#domain/refusal.ts'
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

const components = new SchemaComponents()
const schemaOf = components.schemaOf.bind(components)

/** Parameters that many operations have. */
const sharedParameters: Record<string, Json> = {
  Id: { name: 'id', in: 'path', required: true, schema: schemaOf(id, 'input') },
  Cursor: { name: 'cursor', in: 'query', required: false, schema: schemaOf(pageQuery.cursor, 'input') },
  Limit: { name: 'limit', in: 'query', required: false, schema: schemaOf(pageQuery.limit, 'input') },
}

function parametersOf(shape: z.core.$ZodType | undefined, place: 'path' | 'query'): Json[] {
  if (!shape) return []
  const { properties = {}, required = [] } = schemaOf(shape, 'input') as { properties?: Json; required?: string[] }
  return Object.entries(properties).map(([name, schema]) => {
    const parameter = { name, in: place, required: required.includes(name), schema }
    const shared = Object.entries(sharedParameters).find(([, each]) => JSON.stringify(each) === JSON.stringify(parameter))
    return shared ? { $ref: `#/components/parameters/${shared[0]}` } : parameter
  })
}

const key = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description: 'A key of your own: a repetition of the same request gets the first answer, and the change happens once.',
  schema: { type: 'string', minLength: 1, maxLength: 200 },
}

const problemAnswers = (): Json => ({ default: { $ref: '#/components/responses/Problem' } })

function operation(slice: string, name: string, route: Route): Json {
  const status = String(route.status ?? (route.returns ? 200 : 204))
  const content = route.returns && { 'application/json': { schema: schemaOf(route.returns, 'output') } }
  return {
    operationId: name,
    tags: [slice],
    summary: route.summary,
    description: access[route.who],
    security: route.who === 'anyone' ? [] : [{ session: [] }],
    parameters: [
      ...parametersOf(route.params, 'path'),
      ...parametersOf(route.query, 'query'),
      ...(route.method === 'GET' ? [] : [{ $ref: '#/components/parameters/IdempotencyKey' }]),
    ],
    ...(route.body
      ? { requestBody: { required: true, content: { 'application/json': { schema: schemaOf(route.body, 'input') } } } }
      : {}),
    responses: {
      [status]: { description: content ? 'Done' : 'Done, without a body', ...(content ? { content } : {}) },
      ...problemAnswers(),
    },
  }
}

const bytes = {
  description: 'The file',
  content: { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } },
}

const csv = { 200: { description: 'The list', content: { 'text/csv': { schema: { type: 'string' } } } } }

/** A list as a table for a spreadsheet, with the list's own filters. */
function exportOf(tag: string, filter: z.core.$ZodType, who: Who): Json {
  return {
    get: {
      operationId: `${tag}Csv`,
      tags: [tag],
      summary: 'The whole list as CSV: UTF-8 with its mark, semicolons, nothing that a spreadsheet would calculate',
      description: access[who],
      security: [{ session: [] }],
      parameters: parametersOf(filter, 'query'),
      responses: { ...csv, ...problemAnswers() },
    },
  }
}

/** The few addresses that stream, and so are bound by hand. */
const byHand: Json = {
  '/api/leads.csv': exportOf('leads', z.strictObject({ ...leadFilter, status: z.optional(leadStatus) }), 'unlocked'),
  '/api/commissions.csv': exportOf('commissions', z.strictObject(commissionFilter), 'unlocked'),
  '/api/partners.csv': exportOf('partners', z.strictObject(personFilter), 'admin'),
  '/api/contracts.csv': exportOf('contracts', z.strictObject(contractFilter), 'admin'),
  '/api/uploads': {
    post: {
      operationId: 'upload',
      tags: ['files'],
      summary: 'Upload a file: its bytes are the body. It is kept for a day until a record takes it',
      description: access.admin,
      security: [{ session: [] }],
      parameters: parametersOf(uploadQuery, 'query'),
      requestBody: { required: true, content: { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } } },
      responses: {
        201: { description: 'Done', content: { 'application/json': { schema: schemaOf(upload, 'output') } } },
        ...problemAnswers(),
      },
    },
  },
  '/api/live': {
    get: {
      operationId: 'live',
      tags: ['activity'],
      summary: 'What happens, as server-sent events; resumes from Last-Event-ID',
      description: `${access.member} Event \`session\`: ask again who you are. Event \`reset\`: read everything again.`,
      security: [{ session: [] }],
      parameters: [{ name: 'Last-Event-ID', in: 'header', required: false, schema: { type: 'string' } }],
      responses: {
        200: { description: 'The stream', content: { 'text/event-stream': { schema: schemaOf(liveMessage, 'output') } } },
        ...problemAnswers(),
      },
    },
  },
  '/api/templates/preview': {
    post: {
      operationId: 'previewTemplate',
      tags: ['templates'],
      summary: 'The PDF of a template that is being written, with a partner’s values or sample ones',
      description:
        `${access.admin} The header \`${previewReportHeader}\` tells, as percent-encoded JSON, which ` +
        'fields have no value (`missing`) and which characters the font does not have (`replaced`).',
      security: [{ session: [] }],
      requestBody: { required: true, content: { 'application/json': { schema: schemaOf(templatePreviewForm, 'input') } } },
      responses: {
        200: { ...bytes, content: { 'application/pdf': { schema: { type: 'string', format: 'binary' } } } },
        ...problemAnswers(),
      },
    },
  },
  '/api/contracts/{id}/file': {
    get: {
      operationId: 'contractFile',
      tags: ['contracts'],
      summary: 'The document of a contract, by its signed link',
      parameters: [
        { $ref: '#/components/parameters/Id' },
        ...['expires', 'signature'].map((name) => ({ name, in: 'query', required: true, schema: { type: 'string' } })),
        { name: 'inline', in: 'query', required: false, schema: { const: '1' } },
      ],
      responses: { 200: bytes, ...problemAnswers() },
    },
  },
  '/api/contracts/{id}/link': {
    get: {
      operationId: 'contractLink',
      tags: ['contracts'],
      summary: 'The external document of a contract; that its signer opened it is noted',
      description: access.member,
      security: [{ session: [] }],
      parameters: [{ $ref: '#/components/parameters/Id' }],
      responses: { 303: { description: 'To the document' }, ...problemAnswers() },
    },
  },
  '/api/contracts/{id}/signatures/{signature}/file': {
    get: {
      operationId: 'sealedVersion',
      tags: ['contracts'],
      summary: 'The sealed file that one signature made: revoked ones and the one before a counter-signature included',
      description: access.member,
      security: [{ session: [] }],
      parameters: [
        { $ref: '#/components/parameters/Id' },
        { name: 'signature', in: 'path', required: true, schema: { type: 'string', format: 'uuid' } },
      ],
      responses: { 200: bytes, ...problemAnswers() },
    },
  },
  '/api/resources/{id}/file': {
    get: {
      operationId: 'resourceFile',
      tags: ['resources'],
      summary: 'The file of a resource',
      description: access.unlocked,
      security: [{ session: [] }],
      parameters: [{ $ref: '#/components/parameters/Id' }],
      responses: { 200: bytes, ...problemAnswers() },
    },
  },
  '/api/notifications/unsubscribe': {
    post: {
      operationId: 'unsubscribe',
      tags: ['notifications'],
      summary: 'Switch one kind of mail off with the link of a mail, in one click of the mail program (RFC 8058)',
      description: access.anyone,
      security: [],
      parameters: [{ name: 'token', in: 'query', required: true, schema: { type: 'string' } }],
      requestBody: { content: { 'application/x-www-form-urlencoded': { schema: { type: 'object' } } } },
      responses: { 204: { description: 'Done, without a body' }, ...problemAnswers() },
    },
    get: {
      operationId: 'openUnsubscribe',
      tags: ['notifications'],
      summary: 'The same link opened in a browser: it leads to the switches and changes nothing',
      description: access.anyone,
      security: [],
      parameters: [{ name: 'token', in: 'query', required: true, schema: { type: 'string' } }],
      responses: { 303: { description: 'To the switches' } },
    },
  },
  '/api/settings/logo/{id}': {
    get: {
      operationId: 'logo',
      tags: ['settings'],
      summary: 'The provider’s logo',
      parameters: [{ $ref: '#/components/parameters/Id' }],
      responses: { 200: bytes, ...problemAnswers() },
    },
  },
}

/** The OpenAPI 3.1 document, made from the routes of the API. */
export function openApiDocument(): Json {
  const paths: Record<string, Json> = {}
  for (const [slice, routes] of Object.entries(portalRoutes)) {
    for (const [name, route] of Object.entries(routes) as [string, Route][]) {
      const path = `/api${route.path.replace(/:(\w+)/g, '{$1}')}`
      paths[path] = { ...paths[path], [route.method.toLowerCase()]: operation(slice, name, route) }
    }
  }
  const problemSchema = schemaOf(problem, 'output')
  const codes = Object.entries(refusals).map(([code, status]) => `\`${code}\` (${status})`)
  return {
    openapi: '3.1.0',
    info: {
      title: 'Passerelle',
      version: '1',
      description:
        'The API of the partner portal. Amounts are whole euro cents, rates are percents, times are ISO ' +
        `8601 in UTC. Errors are application/problem+json (RFC 9457); their codes: ${codes.join(', ')}.`,
    },
    paths: { ...paths, ...byHand },
    components: {
      schemas: components.all(),
      parameters: { ...sharedParameters, IdempotencyKey: key },
      responses: {
        Problem: {
          description: 'A problem, with a stable code',
          content: { 'application/problem+json': { schema: problemSchema } },
        },
      },
      securitySchemes: { session: { type: 'apiKey', in: 'cookie', name: 'passerelle.session_token' } },
    },
  }
}
