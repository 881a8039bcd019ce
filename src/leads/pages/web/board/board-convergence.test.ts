import { QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Lead, ListedLead } from '#leads/leads/api/leads.ts'
import type { LeadStatus } from '#leads/leads/domain/leads.ts'
import { queryClient } from '#platform/web/app/queries/query-client.ts'
import type { EventName } from '#portal/api/events.ts'
import type { LiveMessage } from '#portal/api/live.ts'
import { refreshAfter } from '#portal/web/shell/refresh.ts'
import { leadStatuses } from '#test/default-stages.ts'
import { deleteLead, editLead, moveLead } from '../data.ts'
import { type Board, leadOn } from './board-data.ts'
import { boardQuery, readFurther } from './board-query.ts'

/** A repeatable sequence of numbers from 0 to 1 (mulberry32). */
function randomNumbers(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** The API's leads, newest first, each answer as late as chance will have it. */
class Server {
  readonly leads = new Map<string, Lead>()
  readonly #random: () => number
  #count = 10

  constructor(random: () => number) {
    this.#random = random
    for (let number = 0; number < 40; number += 1) this.add()
  }

  add(): Lead {
    this.#count += 1
    const id = `01900000-0000-7000-8000-0000000000${this.#count}`
    const createdAt = new Date(Date.UTC(2026, 10, 1) + this.#count * 60_000).toISOString()
    const lead = { id, name: this.#name(), createdAt, status: 'nouveau', estimatedAmountCents: 100, possibleDuplicate: null }
    this.leads.set(id, lead as unknown as Lead)
    return lead as unknown as Lead
  }

  #name = () => (this.#random() < 0.5 ? 'Élodie' : 'Bruno')

  change(lead: Lead, change: Partial<Lead>): Lead {
    const now = { ...lead, ...change }
    this.leads.set(lead.id, now)
    return now
  }

  rename(lead: Lead): Lead {
    return this.change(lead, { name: this.#name(), estimatedAmountCents: Math.floor(this.#random() * 1000) })
  }

  matching(search: string | null): Lead[] {
    const all = [...this.leads.values()].filter(({ name }) => !search || name === search)
    return all.sort((one, other) => (one.createdAt < other.createdAt ? 1 : -1))
  }

  sums(search: string | null) {
    return leadStatuses.map((status) => {
      const inColumn = this.matching(search).filter((lead) => lead.status === status)
      return { status, count: inColumn.length, amountCents: inColumn.reduce((sum, each) => sum + each.estimatedAmountCents, 0) }
    })
  }

  page(search: string | null, status: LeadStatus, limit: number, cursor: string | null) {
    const all = this.matching(search).filter((lead) => lead.status === status && (!cursor || lead.createdAt < cursor))
    const items = all.slice(0, limit)
    return { items, nextCursor: all.length > limit ? (items.at(-1)?.createdAt ?? null) : null }
  }

  answer(method: string, url: URL, body: { from?: LeadStatus; to?: LeadStatus; name?: string }): unknown {
    const search = url.searchParams.get('search')
    const limit = Number(url.searchParams.get('limit'))
    const [, , , id = '', verb] = url.pathname.split('/')
    if (id === 'board')
      return {
        byStatus: this.sums(search),
        pages: leadStatuses.map((status) => ({ status, ...this.page(search, status, limit, null) })),
      }
    if (id === 'changed') {
      const ids = url.searchParams.get('ids')?.split(',')
      return { leads: this.matching(search).filter((lead) => ids?.includes(lead.id)), byStatus: this.sums(search) }
    }
    if (method === 'GET') {
      return this.page(search, url.searchParams.get('status') as LeadStatus, limit, url.searchParams.get('cursor'))
    }
    const lead = this.leads.get(id)
    if (!lead || (verb === 'move' && lead.status !== body.from)) return null
    if (method === 'DELETE') {
      this.leads.delete(id)
      return undefined
    }
    const now = this.change(lead, verb === 'move' ? { status: body.to as LeadStatus } : body)
    return { ...now, ...(verb === 'move' ? { commission: null } : {}), byStatus: this.sums(null) }
  }
}

const facts = ({ id, name, status, estimatedAmountCents }: ListedLead) => ({ id, name, status, estimatedAmountCents })
const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
const message = (name: EventName, id: string, requestId: string | null) =>
  ({
    name,
    subject: { kind: 'lead', id },
    from: null,
    to: null,
    partnerId: null,
    requestId,
    news: false,
  }) as unknown as LiveMessage

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('document', Object.assign(new EventTarget(), { visibilityState: 'visible' }))
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** Changes of this tab and of others at random, then silence; what boards show, beside what the server has. */
async function shownAfter(seed: number) {
  queryClient.clear()
  const random = randomNumbers(seed)
  const server = new Server(random)
  const late = () => wait(random() * 400)
  vi.stubGlobal('fetch', async (path: string, { method = 'GET', headers, body }: RequestInit) => {
    await late()
    const url = new URL(path, 'http://portal.test')
    const answer = server.answer(method, url, JSON.parse(String(body ?? '{}')))
    const id = url.pathname.split('/')[3] ?? ''
    const name = method === 'DELETE' ? 'lead.deleted' : 'lead.changed'
    if (method !== 'GET' && answer !== null) {
      const requestId = new Headers(headers).get('x-request-id')
      void wait(random() * 600).then(() => refreshAfter([message(name, id, requestId)]))
    }
    await late()
    if (answer === null) {
      const refusal = JSON.stringify({ code: 'lead_moved_meanwhile', detail: 'Déplacé', status: 409, fields: [], facts: {} })
      return new Response(refusal, { status: 409, headers: { 'content-type': 'application/problem+json' } })
    }
    return new Response(answer === undefined ? null : JSON.stringify(answer))
  })
  const filters = [{}, { search: 'Bruno' }]
  const leave = filters.map((filter) => new QueryObserver(queryClient, boardQuery(filter)).subscribe(() => {}))
  const pick = <T>(all: readonly T[]): T => all[Math.floor(random() * all.length)] as T
  for (let turn = 0; turn < 60; turn += 1) {
    const board = queryClient.getQueryData<Board>(boardQuery(pick(filters)).queryKey)
    const lead = pick([...server.leads.values()])
    const leadOnBoard = board && leadOn(board, lead.id)
    const to = pick(leadStatuses.filter((status) => status !== (leadOnBoard ?? lead).status))
    const kind = random()
    if (leadOnBoard && kind < 0.3) void moveLead(leadOnBoard, to).catch(() => undefined)
    else if (leadOnBoard && kind < 0.4) void editLead(lead, { ...lead, name: pick(['Élodie', 'Bruno']) }).catch(() => undefined)
    else if (leadOnBoard && kind < 0.45) void deleteLead(leadOnBoard).catch(() => undefined)
    else if (board && kind < 0.5) {
      const status = pick(leadStatuses)
      const cursor = board.columns[status]?.nextCursor
      if (cursor) void readFurther(pick(filters), status, cursor)
    } else {
      if (kind < 0.85) server.change(lead, { status: to })
      else if (kind < 0.92) server.rename(lead)
      else if (kind < 0.96) server.leads.delete(lead.id)
      const changed = kind < 0.96 ? lead : server.add()
      void wait(random() * 300).then(() => refreshAfter([message('lead.changed', changed.id, null)]))
    }
    await vi.advanceTimersByTimeAsync(random() * 300)
  }
  await vi.advanceTimersByTimeAsync(30_000)
  const boards = filters.map((filter) => queryClient.getQueryData<Board>(boardQuery(filter).queryKey))
  for (const each of leave) each()
  return boards.map((board, at) => {
    const search = filters[at]?.search ?? null
    const loaded = leadStatuses.map((status) => {
      const items = board?.columns[status]?.items ?? []
      // As far as it is loaded.
      const end = board?.columns[status]?.end
      const all = server.page(search, status, 200, null).items.filter((lead) => !end || lead.createdAt >= end.createdAt)
      return { status, items, all }
    })
    return {
      board: { byStatus: board?.byStatus, columns: loaded.map(({ status, items }) => [status, items.map(facts)]) },
      server: { byStatus: server.sums(search), columns: loaded.map(({ status, all }) => [status, all.map(facts)]) },
    }
  })
}

test('boards show what the server has, in whatever order answers and messages come', async () => {
  for (let seed = 1; seed <= 20; seed += 1) {
    for (const { board, server } of await shownAfter(seed)) expect(board, `seed ${seed}`).toEqual(server)
  }
})
