// The work that is measured, as the pages ask for it.
import { randomUUID } from 'node:crypto'
import { lastNames, trades } from '../demo/content.ts'
import { leadRoutes } from '../src/leads/leads/api/leads.ts'
import { overviewRoutes } from '../src/overview/api.ts'
import { type Route, requestAddress } from '../src/platform/api/route.ts'
import type { WorkName } from './options.ts'
import { type BenchPeople, type BenchPerson, type MoveableLead, moveableIn } from './people.ts'
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
  /** The requests of each of so many connections. */
  prepare(people: BenchPeople, connections: number): readonly Asker[]
}

/** Each connection carries the requests of its share of the people, in turn. */
function reading(work: WorkName, title: string, ask: (people: BenchPeople, turn: number) => Omit<Ask, 'work'>): Work {
  return {
    title,
    writes: false,
    prepare: (people, connections) =>
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

/** Moves a lead to and fro between the two columns. */
const moving: Work = {
  title: 'move an own lead',
  writes: true,
  prepare({ partners, moveable }, connections) {
    return Array.from({ length: connections }, (_, connection) => {
      const own = new Map(partners.filter((_person, index) => index % connections === connection).map((each) => [each.id, each]))
      const leads = interleaved(moveable.filter(({ partnerId, asked }) => own.has(partnerId) && !asked))
      let turn = -1
      return {
        next() {
          turn += 1
          const lead = inTurn(leads, turn)
          lead.asked = true
          const path = requestAddress(leadRoutes.moveLead, { params: { id: lead.id } })
          const body = { from: lead.status, to: otherColumn(lead) }
          return { work: 'W4', person: own.get(lead.partnerId) as BenchPerson, method: 'POST', path, body }
        },
        done() {
          const lead = inTurn(leads, turn)
          lead.status = otherColumn(lead)
          lead.asked = false
        },
      }
    })
  },
}

const otherColumn = ({ status }: MoveableLead) => moveableIn.find((each) => each !== status) ?? status

/** One lead of each partner, then a second of each, as people work side by side. */
function interleaved<T extends { partnerId: string }>(rows: readonly T[]): T[] {
  const places = new Map<string, number>()
  const placed = rows.map((row) => {
    const place = places.get(row.partnerId) ?? 0
    places.set(row.partnerId, place + 1)
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
