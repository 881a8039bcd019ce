// PostGraphile: the same work as GraphQL.
import { v7 } from 'uuid'
import type { WorkName } from '../options.ts'
import type { Ask } from '../works.ts'
import type { Dialect } from './target.ts'
import { centsOf, eurosOf, leadAnswer, searched, sumsAnswer, type ThinLead, type ThinOverview } from './thin-answers.ts'

const lead = '{ rowId name company email amount status createdAt updatedAt }'

const documents: Readonly<Record<WorkName, string>> = {
  W1: `query { allLeads(first: 50, orderBy: [CREATED_AT_DESC, ROW_ID_DESC]) { nodes ${lead} } }`,
  W2: 'query { overview }',
  W3: `query ($search: String!) { foundLeads(search: $search, first: 50) { nodes ${lead} } }`,
  W4: `mutation ($id: UUID!, $status: LeadStatus!) {
    updateLeadByRowId(input: { rowId: $id, leadPatch: { status: $status } }) { lead ${lead} }
  }`,
  W5: `mutation ($lead: LeadInput!) { createLead(input: { lead: $lead }) { lead ${lead} } }`,
  W6: `mutation ($lead: UUID!, $commission: UUID!) {
    signLead(input: { lead: $lead, commission: $commission }) { result { amount leadByLeadId ${lead} } }
  }`,
}

type Node = ThinLead & { readonly rowId: string }

export const postgraphileDialect: Dialect = {
  database: 'thin',
  httpRequest(ask) {
    const { kind, id } = ask.person
    return {
      method: 'POST',
      path: '/graphql',
      headers: { 'content-type': 'application/json', 'x-caller': `${kind} ${id}` },
      body: JSON.stringify({ query: documents[ask.work], variables: variablesOf(ask) }),
    }
  },
  isRefusal: (body) => body.startsWith('{"errors"'),
  read({ work }, body) {
    const [answer] = Object.values((JSON.parse(body) as { data: Readonly<Record<string, unknown>> }).data)
    if (work === 'W2') return sumsAnswer((typeof answer === 'string' ? JSON.parse(answer) : answer) as ThinOverview)
    if (work === 'W1' || work === 'W3') return (answer as { nodes: Node[] }).nodes.map(leadOf)
    if (work !== 'W6') return { lead: leadOf((answer as { lead: Node }).lead) }
    const { amount, leadByLeadId: signed } = (answer as { result: { amount: string; leadByLeadId: Node } }).result
    return { lead: leadOf(signed), commissionCents: centsOf(amount) }
  },
}

const leadOf = ({ rowId, ...node }: Node) => leadAnswer(rowId, node)

function variablesOf(ask: Ask): object | undefined {
  switch (ask.work) {
    case 'W3':
      return { search: searched(ask.search) }
    case 'W4':
      return { id: ask.move.lead, status: ask.move.to }
    case 'W5': {
      const { amountCents, ...newLead } = ask.newLead
      return { lead: { rowId: v7(), ...newLead, amount: eurosOf(amountCents) } }
    }
    case 'W6':
      return { lead: ask.move.lead, commission: v7() }
    default:
      return undefined
  }
}
