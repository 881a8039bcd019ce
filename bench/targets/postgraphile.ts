// PostGraphile: the same work as GraphQL, and its answers in the portal's shape.
import type pg from 'pg'
import { v7 } from 'uuid'
import { isSettled, leadAbilities } from '../../src/leads/leads/domain/lead-abilities.ts'
import type { CommissionStatus } from '../../src/money/commissions/domain.ts'
import { clientJson, lossJson, registrationJson } from '../floor/lead-json.ts'
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
    create function leads_commission_status(lead leads) returns text language sql stable as $$
      select case lead.status when 'signe' then (
        select c.status from commissions c where c.lead_id = lead.id order by c.status = 'en_attente' limit 1) end
    $$;
    grant execute on function leads_commission_status to passerelle_admin, passerelle_partner;
    create function leads_loss(lead leads) returns json language sql stable as $$ select ${lossJson('lead')} $$;
    create function leads_registration(lead leads) returns json language sql stable as $$ select ${registrationJson('lead')} $$;
    create function leads_client(lead leads) returns json language sql stable as $$ select ${clientJson('lead')} $$;
    grant execute on function leads_loss, leads_registration, leads_client to passerelle_admin, passerelle_partner`)
}

const fields = `{
  rowId partnerId profileByPartnerId { fullName deletedAt } name company email phone website estimatedAmountCents offerType notes
  status createdAt updatedAt possibleDuplicateOf externalId commissionStatus loss registration client
}`
const listedFields = `{
  rowId partnerId profileByPartnerId { fullName deletedAt } name company estimatedAmountCents offerType status createdAt
  possibleDuplicateOf commissionStatus registration client
}`
const page = `{ nodes ${listedFields} pageInfo { hasNextPage } }`

const documents: Readonly<Record<WorkName, string>> = {
  W1: `query { allLeads(first: 50, orderBy: [CREATED_AT_DESC, ROW_ID_DESC]) ${page} }`,
  W2: 'query { benchOverview }',
  W3: `query ($search: String!) { benchFoundLeads(search: $search, first: 50) ${page} }`,
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
    if (work === 'W4' || work === 'W5') return leadOf((answer as { lead: LeadNode }).lead)
    const { nodes, pageInfo } = answer as { nodes: ListedNode[]; pageInfo: { hasNextPage: boolean } }
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

type TextField = 'name' | 'company' | 'email' | 'phone' | 'website' | 'offerType' | 'notes' | 'status'
type LeadNode = Readonly<
  Record<TextField | 'rowId' | 'partnerId' | 'createdAt' | 'updatedAt' | 'estimatedAmountCents', string>
> & {
  readonly possibleDuplicateOf: string | null
  readonly externalId: string | null
  readonly profileByPartnerId: { readonly fullName: string; readonly deletedAt: string | null }
  readonly commissionStatus: CommissionStatus | null
  /** JSON, or its text. */
  readonly loss: unknown
  readonly registration: unknown
  readonly client: unknown
}

const jsonOf = (value: unknown): unknown => (typeof value === 'string' ? JSON.parse(value) : value)

function leadOf(node: LeadNode) {
  const { rowId, partnerId, profileByPartnerId: partner, commissionStatus, possibleDuplicateOf, ...rest } = node
  return {
    id: rowId,
    partner: { id: partnerId, name: partner.fullName, deleted: partner.deletedAt !== null },
    ...rest,
    estimatedAmountCents: Number(rest.estimatedAmountCents),
    possibleDuplicate: possibleDuplicateOf,
    loss: jsonOf(rest.loss),
    registration: jsonOf(rest.registration),
    client: jsonOf(rest.client),
    createdAt: new Date(rest.createdAt).toISOString(),
    updatedAt: new Date(rest.updatedAt).toISOString(),
    ...(isSettled(commissionStatus) ? { settled: true } : {}),
    can: leadAbilities({ settled: isSettled(commissionStatus) }),
  }
}

type ListedNode = Omit<LeadNode, 'email' | 'phone' | 'website' | 'notes' | 'updatedAt' | 'externalId' | 'loss'>

function listedForPartner(node: ListedNode) {
  const { rowId, name, company, offerType, status } = node
  const registration = jsonOf(node.registration) as { state: string; protectedUntil: string | null }
  const client = jsonOf(node.client)
  return {
    ...{ id: rowId, name, company, offerType, status },
    estimatedAmountCents: Number(node.estimatedAmountCents),
    createdAt: new Date(node.createdAt).toISOString(),
    registration: {
      state: registration.state,
      ...(registration.protectedUntil === null ? {} : { protectedUntil: registration.protectedUntil }),
    },
    ...(client === null ? {} : { client }),
    ...(isSettled(node.commissionStatus) ? { settled: true } : {}),
  }
}

function listedForStaff(node: ListedNode) {
  const { partnerId, profileByPartnerId: partner, possibleDuplicateOf } = node
  return {
    ...listedForPartner(node),
    partner: { id: partnerId, name: partner.fullName, deleted: partner.deletedAt !== null },
    ...(possibleDuplicateOf === null ? {} : { possibleDuplicate: possibleDuplicateOf }),
  }
}
