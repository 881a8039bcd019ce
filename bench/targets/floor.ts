// How floor-server.ts is asked, and what it answers.
import type { Ask } from '../works.ts'
import type { Dialect, HttpRequest } from './target.ts'
import { centsOf, eurosOf, leadAnswer, searched, sumsAnswer, type ThinLead, type ThinOverview } from './thin-answers.ts'

type Lead = ThinLead & { readonly id: string }

export const floorDialect: Dialect = {
  database: 'thin',
  httpRequest(ask) {
    const { kind, id } = ask.person
    const { headers, ...request } = requestOf(ask)
    return { ...request, headers: { ...headers, 'x-caller': `${kind} ${id}` } }
  },
  isRefusal: () => false,
  read({ work }, body) {
    const answer = JSON.parse(body)
    if (work === 'W2') return sumsAnswer(answer as ThinOverview)
    if (work === 'W1' || work === 'W3') return (answer as Lead[]).map((each) => leadAnswer(each.id, each))
    if (work !== 'W6') return { lead: leadAnswer((answer as Lead).id, answer as Lead) }
    const { lead, commission } = answer as { lead: Lead; commission: number }
    return { lead: leadAnswer(lead.id, lead), commissionCents: centsOf(commission) }
  },
}

function requestOf(ask: Ask): HttpRequest {
  if (ask.work === 'W1') return { method: 'GET', path: '/leads', headers: {} }
  if (ask.work === 'W2') return { method: 'GET', path: '/overview', headers: {} }
  if (ask.work === 'W3') return { method: 'GET', path: `/leads?search=${encodeURIComponent(searched(ask.search))}`, headers: {} }
  if (ask.work === 'W6') return { method: 'POST', path: `/leads/${ask.move.lead}/signature`, headers: {} }
  const headers = { 'content-type': 'application/json' }
  if (ask.work === 'W4') {
    return { method: 'PATCH', path: `/leads/${ask.move.lead}`, headers, body: JSON.stringify({ status: ask.move.to }) }
  }
  const { amountCents, ...lead } = ask.newLead
  return { method: 'POST', path: '/leads', headers, body: JSON.stringify({ ...lead, amount: eurosOf(amountCents) }) }
}
