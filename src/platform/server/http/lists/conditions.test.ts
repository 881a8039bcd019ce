import { Kysely, sql } from 'kysely'
import { expect, test } from 'vitest'
import { compilingDialect } from '#platform/server/db/kysely-session.ts'
import { conditionsOf, is } from './listing.ts'

interface Filter {
  readonly state?: 'open' | 'closed' | undefined
  readonly partnerId?: string | undefined
  readonly search?: string | undefined
}

const builder = new Kysely<object>({ dialect: compilingDialect })
const textOf = (filter: Filter) =>
  conditionsOf<Filter>(filter, {
    state: (state) => [sql<boolean>`known`, sql<boolean>`state = ${state}`],
    partnerId: is('d.partner_id'),
    search: (search) => sql<boolean>`text like ${search}`,
  }).map((condition) => condition.compile(builder).sql)

test('filters that are set have their conditions, in the order in which these are written', () => {
  expect(textOf({ search: 'anne', partnerId: '1', state: 'open' })).toEqual([
    'known',
    'state = $1',
    '"d"."partner_id" = $1',
    'text like $1',
  ])
})

test('a filter that is absent or empty has no condition', () => {
  expect(textOf({ search: '', state: undefined })).toEqual([])
})

test('a filter without a condition does not compile', () => {
  // @ts-expect-error: the search lacks one
  expect(conditionsOf<Filter>({}, { state: () => sql<boolean>`true`, partnerId: is('d.partner_id') })).toEqual([])
})
