// The work that is measured, whoever does it: each target has its own way of being asked (targets/).
import { randomUUID } from 'node:crypto'
import { lastNames, trades } from '../demo/content.ts'
import { wonStage } from '../src/leads/stages/domain/stages.ts'
import type { WorkName } from './options.ts'
import { type BenchPeople, type BenchPerson, type MoveableLead, moveableIn } from './people.ts'
import { cities } from './world/people-sql.ts'

export interface Move {
  readonly lead: string
  readonly from: string
  readonly to: string
}

export interface NewLead {
  readonly name: string
  readonly company: string
  readonly email: string
  readonly amountCents: number
}

export type Ask = { readonly person: BenchPerson } & (
  | { readonly work: 'W1' }
  | { readonly work: 'W2' }
  | { readonly work: 'W3'; readonly search: string }
  | { readonly work: 'W4'; readonly move: Move }
  | { readonly work: 'W5'; readonly newLead: NewLead }
  | { readonly work: 'W6'; readonly move: Move }
)

/** The requests of one connection, one after the other. */
export interface Asker {
  /** How many there are; left out where they never end. */
  readonly count?: number
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

const perConnection = (connections: number, asker: (connection: number) => Asker): readonly Asker[] =>
  Array.from({ length: connections }, (_, connection) => asker(connection))

/** Each connection carries the requests of its share of the people, in turn. */
function inTurns(title: string, ask: (people: BenchPeople, turn: number) => Ask): Work {
  return {
    title,
    writes: false,
    prepare: (people, connections) =>
      perConnection(connections, (connection) => {
        let turn = connection
        return {
          next() {
            turn += connections
            return ask(people, turn)
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
  prepare: ({ partners, moveable }, connections) =>
    perConnection(connections, (connection) => {
      const own = new Map(partners.filter((_person, index) => index % connections === connection).map((each) => [each.id, each]))
      const leads = interleaved(moveable.filter(({ partnerId, asked }) => own.has(partnerId) && !asked))
      let turn = -1
      return {
        next() {
          turn += 1
          const lead = inTurn(leads, turn)
          lead.asked = true
          const move = { lead: lead.id, from: lead.status, to: otherColumn(lead) }
          return { work: 'W4', person: own.get(lead.partnerId) as BenchPerson, move }
        },
        done() {
          const lead = inTurn(leads, turn)
          lead.status = otherColumn(lead)
          lead.asked = false
        },
      }
    }),
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

/** Signs each lead once: what a round has signed is put back after it. */
const signing: Work = {
  title: 'sign a lead, as staff',
  writes: true,
  prepare: ({ admin, signable }, connections) =>
    perConnection(connections, (connection) => {
      const leads = signable.filter(({ asked }, index) => !asked && index % connections === connection)
      let turn = -1
      return {
        count: leads.length,
        next() {
          turn += 1
          const lead = inTurn(leads, turn)
          lead.asked = true
          return { work: 'W6', person: admin, move: { lead: lead.id, from: lead.status, to: wonStage } }
        },
        done() {},
      }
    }),
}

const adding = inTurns('create a lead', ({ partners }, turn) => {
  const unique = randomUUID()
  const company = `Atelier ${unique}`
  const newLead = { name: 'Camille Martin', company, email: `camille@${unique}.example`, amountCents: 1_250_000 }
  return { work: 'W5', person: inTurn(partners, turn), newLead }
})

export const works: Readonly<Record<WorkName, Work>> = {
  W1: inTurns("a partner's newest 50 leads", ({ partners }, turn) => ({ work: 'W1', person: inTurn(partners, turn) })),
  W2: inTurns('overview of staff', ({ admin }) => ({ work: 'W2', person: admin })),
  W3: inTurns('search of all leads', ({ admin }, turn) => ({ work: 'W3', person: admin, search: inTurn(searches, turn) })),
  W4: moving,
  W5: { ...adding, writes: true },
  W6: signing,
}
