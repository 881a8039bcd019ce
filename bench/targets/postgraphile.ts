// PostGraphile: the same work as GraphQL, and its answers in the portal's shape.
import type pg from 'pg'
import { v7 } from 'uuid'
import { leadAbilities } from '../../src/leads/leads/domain/lead-abilities.ts'
import { lossJson, registrationNumber } from '../floor/lead-json.ts'
import { overviewSql } from '../floor/overview-sql.ts'
import { type WorkName, workNames } from '../options.ts'
import type { Ask } from '../works.ts'
import type { Dialect, HttpRequest } from './target.ts'

/** What GraphQL cannot say over the tables alone is a function, as PostGraphile recommends. */
export async function addFunctions(client: pg.Client): Promise<void> {
  await client.query(`
    create schema bench;
    grant usage on schema bench to passerelle_admin, passerelle_partner;
    create function bench.overview() returns json language sql stable as $$ ${overviewSql} $$;
    create function bench.found_leads(search text) returns setof leads language sql stable as $$
      select * from leads where id = any(array(select app.search_leads(app.unaccent(lower(search)), null, null, null, 51)))
      order by created_at desc, id desc
    $$;
    create function leads_loss(lead leads) returns json language sql stable as $$ select ${lossJson('lead')} $$;
    create function leads_registration_number(lead leads) returns text language sql stable as $$
      select ${registrationNumber('lead')} $$;
    grant execute on function leads_loss, leads_registration_number to passerelle_admin, passerelle_partner`)
}

const kept = 'registrationState protectedUntil clientWord clientWordAt settled'
const partner = 'partnerId profileByPartnerId { fullName deletedAt } possibleDuplicateOf'
const listed = `rowId name company estimatedAmountCents offerType status createdAt ${kept}`
const fields = `{ ${listed} ${partner} email phone website notes updatedAt externalId loss registrationNumber }`
const page = (columns: string) => `{ nodes { ${columns} } pageInfo { hasNextPage } }`

const documents: Readonly<Record<WorkName, string>> = {
  W1: `query { allLeads(first: 50, orderBy: [CREATED_AT_DESC, ROW_ID_DESC]) ${page(listed)} }`,
  W2: 'query { benchOverview }',
  W3: `query ($search: String!) { benchFoundLeads(search: $search, first: 50) ${page(`${listed} ${partner}`)} }`,
  W4: `mutation ($rowId: UUID!, $leadPatch: LeadPatch!) {
    updateLeadByRowId(input: { rowId: $rowId, leadPatch: $leadPatch }) { lead ${fields} }
  }`,
  W5: `mutation ($lead: LeadInput!) { createLead(input: { lead: $lead }) { lead ${fields} } }`,
}

export const postgraphileDialect: Dialect = {
  works: workNames,
  httpRequest(ask: Ask): HttpRequest {
    const { kind, id } = ask.person
    return {
      method: 'POST',
      path: '/graphql',
      headers: { 'content-type': 'application/json', 'x-caller': `${kind} ${id}` },
      body: JSON.stringify({ query: documents[ask.work], variables: variablesOf(ask) }),
    }
  },
  isRefusal: (body) => body.startsWith('{"errors"'),
  read(work, body) {
    const { data } = JSON.parse(body) as { data: Record<string, unknown> }
    const [answer] = Object.values(data)
    if (work === 'W2') return jsonOf(answer)
    if (work === 'W4' || work === 'W5') return leadOf((answer as { lead: WholeNode }).lead)
    const { nodes, pageInfo } = answer as { nodes: StaffNode[]; pageInfo: { hasNextPage: boolean } }
    const listedOf = work === 'W3' ? listedForStaff : listedForPartner
    return { items: nodes.map(listedOf), nextCursor: pageInfo.hasNextPage ? 'another' : null }
  },
}

function variablesOf({ work, person, path, body }: Ask): unknown {
  const now = new Date().toISOString()
  if (work === 'W3') return { search: `%${new URLSearchParams(path.split('?')[1]).get('search')}%` }
  if (work === 'W4') return { rowId: path.split('/')[3], leadPatch: { status: (body as { to: string }).to, updatedAt: now } }
  if (work !== 'W5') return undefined
  const { estimatedAmountCents, ...rest } = body as { estimatedAmountCents: number }
  const cents = String(estimatedAmountCents)
  return { lead: { rowId: v7(), partnerId: person.id, ...rest, estimatedAmountCents: cents, createdAt: now, updatedAt: now } }
}

type TextField = 'name' | 'company' | 'offerType' | 'status'
type OwnNode = Readonly<Record<TextField | 'rowId' | 'createdAt' | 'estimatedAmountCents' | 'registrationState', string>> & {
  readonly protectedUntil: string | null
  readonly clientWord: string | null
  readonly clientWordAt: string | null
  readonly settled: boolean
}
type StaffNode = OwnNode & {
  readonly partnerId: string
  readonly profileByPartnerId: { readonly fullName: string; readonly deletedAt: string | null }
  readonly possibleDuplicateOf: string | null
}
type WholeNode = StaffNode &
  Readonly<Record<'email' | 'phone' | 'website' | 'notes' | 'updatedAt' | 'registrationNumber', string>> & {
    readonly externalId: string | null
    /** JSON, or its text. */
    readonly loss: unknown
  }

const jsonOf = (value: unknown): unknown => (typeof value === 'string' ? JSON.parse(value) : value)
const isoOf = (time: string) => new Date(time).toISOString()
const partnerOf = ({ partnerId: id, profileByPartnerId: { fullName, deletedAt } }: StaffNode) => ({
  id,
  name: fullName,
  deleted: deletedAt !== null,
})
const clientOf = ({ clientWord: word, clientWordAt: at }: OwnNode) => (word && at ? { word, at: isoOf(at) } : null)

function leadOf(node: WholeNode) {
  const { rowId, name, company, email, phone, website, offerType, notes, status, externalId, settled } = node
  return {
    ...{ id: rowId, partner: partnerOf(node), name, company, email, phone, website, offerType, notes, status, externalId },
    estimatedAmountCents: Number(node.estimatedAmountCents),
    possibleDuplicate: node.possibleDuplicateOf,
    loss: jsonOf(node.loss),
    registration: {
      number: node.registrationNumber,
      state: node.registrationState,
      protectedUntil: node.protectedUntil && isoOf(node.protectedUntil),
    },
    client: clientOf(node),
    createdAt: isoOf(node.createdAt),
    updatedAt: isoOf(node.updatedAt),
    ...(settled ? { settled } : {}),
    can: leadAbilities({ settled }),
  }
}

function listedForPartner(node: OwnNode) {
  const { rowId, name, company, offerType, status, settled, protectedUntil } = node
  const client = clientOf(node)
  return {
    ...{ id: rowId, name, company, offerType, status },
    estimatedAmountCents: Number(node.estimatedAmountCents),
    createdAt: isoOf(node.createdAt),
    registration: { state: node.registrationState, ...(protectedUntil ? { protectedUntil: isoOf(protectedUntil) } : {}) },
    ...(client ? { client } : {}),
    ...(settled ? { settled } : {}),
  }
}

function listedForStaff(node: StaffNode) {
  const { possibleDuplicateOf } = node
  return {
    ...listedForPartner(node),
    partner: partnerOf(node),
    ...(possibleDuplicateOf === null ? {} : { possibleDuplicate: possibleDuplicateOf }),
  }
}
