// Every list, sort, filter and sum of the API, as requests: from the declarations, so that a new one is measured as well.

import * as z from 'zod/mini'
import { type Route, requestAddress } from '../../src/platform/api/route.ts'
import { portalRoutes } from '../../src/portal/server/slices.ts'
import { leadStatuses } from '../../test/default-stages.ts'
import type { BenchPeople, BenchPerson } from '../people.ts'

export interface PlannedRequest {
  readonly route: string
  readonly person: BenchPerson
  readonly path: string
  /** Follows this list's first page. */
  readonly secondPage: boolean
  /** Reads everything that a filter finds: its time grows with what it answers. */
  readonly isExport: boolean
}

/** A frequent, a rare and an unknown text, and one too short for trigrams. */
const searches = ['Durand', 'Boulangerie Morel', 'introuvable', 'ma']

/** Values for parameters whose shape does not list theirs. */
const examples: Readonly<Record<string, readonly string[]>> = {
  search: searches,
  ids: ['0190a000-0000-7000-8000-000000000001,0190a000-0000-7000-8000-000000000002'],
  columns: ['all', 'open'],
  offer: ['star'],
  status: [...leadStatuses],
  email: ['camille@inconnu.example'],
  address: ['camille@inconnu.example'],
  company: ['Boulangerie Morel Nantes'],
  phone: ['02 40 12 34 56'],
  from: ['2026-06-01'],
  to: ['2024-06-30'],
  month: ['2026-06-30'],
  q: ['Morel', '0012'],
  netCents: ['100000'],
  receivedOn: ['2026-06-30'],
  reference: ['F-2026-12'],
}

/** Readable with a session, and not a file or a stream. */
const allRoutes = Object.values(portalRoutes)
  .flatMap((routes): Route[] => Object.values(routes))
  .filter(({ method, who, answer }) => method === 'GET' && who !== 'anyone' && (!answer || answer === 'csv'))

/** Who may call it: staff, and the partner with the most leads. */
function callersOf({ who }: Route, { admin, partners }: BenchPeople): BenchPerson[] {
  const [partner] = partners
  if (!partner) throw new Error('there is no partner')
  const all = {
    member: [admin, partner],
    unlocked: [admin, partner],
    admin: [admin],
    partner: [partner],
    unlockedPartner: [partner],
  }
  return who === 'anyone' ? [] : all[who]
}

type Query = Readonly<Record<string, string>>

interface Property {
  readonly type?: string
  readonly enum?: readonly string[]
  readonly const?: string
  readonly format?: string
}

interface QuerySchema {
  readonly properties?: Readonly<Record<string, Property>>
  readonly required?: readonly string[]
}

/** Nothing, each filter, each sort, and each sort of each filter; what a route requires is in all of them. */
function queriesOf(route: Route, partnerId: string | null, fieldFilters: readonly string[]): Query[] {
  if (!route.query) return [{}]
  const { properties = {}, required = [] } = z.toJSONSchema(route.query, { io: 'input' }) as QuerySchema
  const { sort, limit: _limit, cursor: _cursor, ...others } = properties
  const always: Record<string, string> = {}
  const filters: Query[] = []
  for (const [name, property] of Object.entries(others)) {
    const [value, ...more] = name === 'fieldValues' ? fieldFilters : valuesOf(name, property, partnerId)
    if (!required.includes(name)) filters.push(...(value === undefined ? [] : [value, ...more]).map((each) => ({ [name]: each })))
    else if (value !== undefined) always[name] = value
  }
  const sorts = (sort?.enum ?? []).map((value) => ({ sort: value }))
  const queries = [{}, ...filters, ...sorts, ...filters.flatMap((filter) => sorts.map((each) => ({ ...filter, ...each })))]
  return queries.map((query) => ({ ...always, ...query }))
}

function valuesOf(name: string, { enum: values, const: only, format }: Property, partnerId: string | null): readonly string[] {
  if (values) return values
  if (only) return [only]
  if (format === 'uuid') return name === 'partnerId' && partnerId ? [partnerId] : []
  const example = examples[name]
  if (!example) throw new Error(`requests.ts needs an example of the query parameter ${name}`)
  return example
}

/**
 * `fieldFilters`: by fields that staff have added. `idOf` answers the id of the first record in a list, or null. Names the routes
 * for which there is none.
 */
export async function plannedRequests(
  people: BenchPeople,
  fieldFilters: readonly string[],
  idOf: (person: BenchPerson, list: string) => Promise<string | null>,
): Promise<{ requests: PlannedRequest[]; withoutRecord: string[] }> {
  const requests: PlannedRequest[] = []
  const withoutRecord: string[] = []
  for (const route of allRoutes) {
    for (const person of callersOf(route, people)) {
      const list = /^(\/[\w-]+)\/:id/.exec(route.path)?.[1]
      const id = list ? await idOf(person, `/api${list}`) : null
      if (route.path.includes(':') && !id) withoutRecord.push(`${route.path} (${person.kind})`)
      else requests.push(...requestsOf(route, { person, people, id, fieldFilters }))
    }
  }
  return { requests, withoutRecord }
}

interface Asking {
  readonly person: BenchPerson
  readonly people: BenchPeople
  readonly id: string | null
  readonly fieldFilters: readonly string[]
}

function requestsOf(route: Route, { person, people: { partners }, id, fieldFilters }: Asking): PlannedRequest[] {
  const isExport = route.answer === 'csv'
  const pages = route.query && 'cursor' in (z.toJSONSchema(route.query, { io: 'input' }).properties ?? {})
  return queriesOf(route, person.kind === 'admin' ? (partners[0]?.id ?? null) : null, fieldFilters).flatMap((query) => {
    // A partner may not ask for possible duplicates.
    if (person.kind === 'partner' && 'duplicates' in query) return []
    const request = { route: route.path, person, path: requestAddress(route, { params: id ? { id } : {}, query }), isExport }
    const isPlain = Object.keys(query).every((name) => name === 'sort')
    return [{ ...request, secondPage: false }, ...(pages && isPlain ? [{ ...request, secondPage: true }] : [])]
  })
}
