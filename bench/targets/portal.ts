// The portal, asked as its pages ask it.
import { randomInt, randomUUID } from 'node:crypto'
import { type LeadAfter, type ListedLead, leadRoutes } from '../../src/leads/leads/api/leads.ts'
import { overviewRoutes } from '../../src/overview/api.ts'
import { type Route, requestAddress } from '../../src/platform/api/route.ts'
import type { Ask, NewLead } from '../works.ts'
import type { Dialect, HttpRequest, SumsAnswer } from './target.ts'

export const portalDialect: Dialect = {
  database: 'portal',
  httpRequest,
  isRefusal: () => false,
  read({ work }, text) {
    const body = JSON.parse(text)
    if (work === 'W2') return sumsOf(body)
    if (work === 'W1' || work === 'W3') return (body as { items: ListedLead[] }).items.map(leadOf)
    const { commission, ...lead } = body as LeadAfter & { commission?: { amountCents: number } | null }
    return { lead: leadOf(lead), ...(work === 'W6' && commission ? { commissionCents: commission.amountCents } : {}) }
  },
}

const leadOf = ({ id, name, company, estimatedAmountCents: amountCents, status, createdAt }: ListedLead) => ({
  id,
  name,
  company,
  amountCents,
  status,
  createdAt,
})

interface Overview {
  readonly pipeline: readonly { readonly status: string; readonly count: number; readonly amountCents: number }[]
  readonly totalCommissionsCents: number
  readonly earnedCents: number
  readonly paidCents: number
}

function sumsOf({ pipeline, totalCommissionsCents, earnedCents, paidCents }: Overview): SumsAnswer {
  return {
    leads: Object.fromEntries(pipeline.map(({ status, count, amountCents }) => [status, { count, amountCents }])),
    commissions: { en_attente: totalCommissionsCents - earnedCents, valide: earnedCents - paidCents, paye: paidCents },
  }
}

/** Changes carry a fresh Idempotency-Key and X-Request-Id, as the pages send them. */
function httpRequest(ask: Ask): HttpRequest {
  const [route, { body, ...address }] = requestOf(ask)
  const { method } = route
  const path = requestAddress(route, address)
  const { cookie } = ask.person
  if (body === undefined) return { method, path, headers: { cookie } }
  const keys = { 'idempotency-key': randomUUID(), 'x-request-id': randomUUID() }
  return { method, path, headers: { cookie, ...keys, 'content-type': 'application/json' }, body: JSON.stringify(body) }
}

type Given = NonNullable<Parameters<typeof requestAddress>[1]> & { readonly body?: object }

function requestOf(ask: Ask): [Pick<Route, 'path' | 'method'>, Given] {
  switch (ask.work) {
    case 'W1':
      return [leadRoutes.listLeads, {}]
    case 'W2':
      return [overviewRoutes.getOverview, {}]
    case 'W3':
      return [leadRoutes.listLeads, { query: { search: ask.search } }]
    case 'W5':
      return [leadRoutes.addLead, { body: leadForm(ask.newLead) }]
    default: {
      const { lead, ...body } = ask.move
      return [leadRoutes.moveLead, { params: { id: lead }, body }]
    }
  }
}

const leadForm = ({ amountCents: estimatedAmountCents, ...lead }: NewLead) => ({
  ...lead,
  // With one telephone for all they would wait for one another, as leads of one client do.
  estimatedAmountCents,
  phone: `02 ${String(randomInt(100_000_000)).padStart(8, '0')}`,
  website: '',
  offerType: 'automation',
  notes: 'Rencontrée au salon, veut automatiser ses devis.',
})
