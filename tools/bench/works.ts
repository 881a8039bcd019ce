// The work that is measured, as the pages ask for it.
import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { leadRoutes } from '#api/leads.ts'
import { overviewRoutes } from '#api/overview.ts'
import type { Route } from '#api/route.ts'
import { requestAddress } from '#api/route.ts'
import { lastNames, trades } from '../../demo/content.ts'
import type { WorkName } from './options.ts'
import type { BenchPeople, BenchPerson } from './people.ts'
import { cities } from './world/people-sql.ts'

export interface Ask {
  readonly work: WorkName
  readonly person: BenchPerson
  readonly method: Route['method']
  readonly path: string
  readonly body?: unknown
}

/** The requests of one connection, one after the other. */
export interface Asker {
  next(): Ask
  /** The last one was done. */
  done(): void
}

export interface Work {
  readonly title: string
  readonly writes: boolean
  /** Reads the world as it is now. Answers the requests of each of so many connections. */
  prepare(client: pg.Client, people: BenchPeople, connections: number): Promise<readonly Asker[]>
}

/** Each connection carries the requests of its share of the people, in turn. */
function reading(work: WorkName, title: string, ask: (people: BenchPeople, turn: number) => Omit<Ask, 'work'>): Work {
  return {
    title,
    writes: false,
    prepare: async (_client, people, connections) =>
      Array.from({ length: connections }, (_, connection) => {
        let turn = connection
        return {
          next() {
            turn += connections
            return { work, ...ask(people, turn) }
          },
          done() {},
        }
      }),
  }
}

const inTurn = <T>(all: readonly T[], turn: number): T => all[turn % all.length] as T

/** Frequent and rare words, whole and cut short, one and two together. */
const searches = [
  ...lastNames,
  ...trades.map((trade) => trade.slice(0, 6)),
  ...cities.flatMap((city, index) => [city, `${inTurn(lastNames, index)} ${city}`]),
]

const moveable = ['nouveau', 'premier_contact']

const moving: Work = {
  title: 'move an own lead',
  writes: true,
  async prepare(client, { partners }, connections) {
    const { rows } = await client.query<{ id: string; status: string; partner_id: string }>(
      `select id, status, partner_id from leads where partner_id = any($1) and status = any($2) order by partner_id, id`,
      [partners.map(({ id }) => id), moveable],
    )
    return Array.from({ length: connections }, (_, connection) => {
      const own = new Map(partners.filter((_person, index) => index % connections === connection).map((each) => [each.id, each]))
      const leads = interleaved(rows.filter(({ partner_id }) => own.has(partner_id)))
      let turn = 0
      const other = (status: string) => moveable.find((each) => each !== status) ?? status
      return {
        next() {
          const { id, status, partner_id } = inTurn(leads, turn)
          const path = requestAddress(leadRoutes.moveLead, { params: { id } })
          const body = { from: status, to: other(status) }
          return { work: 'W4', person: own.get(partner_id) as BenchPerson, method: 'POST', path, body }
        },
        done() {
          const lead = inTurn(leads, turn)
          lead.status = other(lead.status)
          turn += 1
        },
      }
    })
  },
}

/** One lead of each partner, then a second of each, as people work side by side. */
function interleaved<T extends { partner_id: string }>(rows: readonly T[]): T[] {
  const places = new Map<string, number>()
  const placed = rows.map((row) => {
    const place = places.get(row.partner_id) ?? 0
    places.set(row.partner_id, place + 1)
    return { row, place }
  })
  return placed.sort((one, other) => one.place - other.place).map(({ row }) => row)
}

const adding = reading('W5', 'create a lead', ({ partners }, turn) => {
  const unique = randomUUID()
  const body = {
    name: 'Camille Martin',
    company: `Atelier ${unique}`,
    email: `camille@${unique}.example`,
    phone: '02 40 11 22 33',
    website: '',
    estimatedAmountCents: 1_250_000,
    offerType: 'automation',
    notes: 'Rencontrée au salon, veut automatiser ses devis.',
  }
  return { person: inTurn(partners, turn), method: 'POST', path: requestAddress(leadRoutes.addLead, {}), body }
})

export const works: Readonly<Record<WorkName, Work>> = {
  W1: reading('W1', "a partner's newest 50 leads", ({ partners }, turn) => ({
    person: inTurn(partners, turn),
    method: 'GET',
    path: requestAddress(leadRoutes.listLeads, {}),
  })),
  W2: reading('W2', 'overview of staff', ({ admin }) => ({
    person: admin,
    method: 'GET',
    path: requestAddress(overviewRoutes.getOverview, {}),
  })),
  W3: reading('W3', 'search of all leads', ({ admin }, turn) => ({
    person: admin,
    method: 'GET',
    path: requestAddress(leadRoutes.listLeads, { query: { search: inTurn(searches, turn) } }),
  })),
  W4: moving,
  W5: { ...adding, writes: true },
}
