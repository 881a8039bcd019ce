import { cities } from './people-sql.ts'
import { textArray } from './random-sql.ts'

/** Which choice a lead has, of how many. */
const choiceOf = (count: number, seed: number) => `'c' || (1 + floor(pg_temp.roll(n, ${seed}) * ${count}))::integer`
const choices = (count: number) =>
  JSON.stringify(Array.from({ length: count }, (_, at) => ({ key: `c${at + 1}`, name: `Choix ${at + 1}` })))
const oneIn = (count: number, seed: number) => `pg_temp.roll(n, ${seed}) * ${count} < 1`

/** Ten fields that staff have added, by key: their kind, what can be chosen, and the value of the lead `n`; null for none. */
const customFields: Readonly<Record<string, readonly [kind: string, options: string, value: string]>> = {
  region: ['choice', choices(13), choiceOf(13, 41)],
  origin: ['choice', choices(4), choiceOf(4, 42)],
  needs: ['choices', choices(6), `jsonb_build_array(${choiceOf(6, 43)})`],
  budget: ['amount', '[]', 'round(10 + pg_temp.roll(n, 44) * 900)::bigint * 10000'],
  rooms: ['number', '[]', '1 + floor(pg_temp.roll(n, 45) * 9)::integer'],
  visit: ['date', '[]', "to_char(date '2026-01-01' + floor(pg_temp.roll(n, 46) * 365)::integer, 'YYYY-MM-DD')"],
  urgent: ['yes_no', '[]', `case when ${oneIn(10, 47)} then true end`],
  town: ['text', '[]', `pg_temp.pick(${textArray(cities)}, n, 48)`],
  remark: [
    'long_text',
    '[]',
    `case when ${oneIn(3, 49)} then 'Rappeler après ' || pg_temp.pick(${textArray(cities)}, n, 50) end`,
  ],
  plan: ['link', '[]', `case when ${oneIn(5, 51)} then 'https://plans.example/' || n end`],
}

const entries = Object.entries(customFields)

/** Staff have added them, and lists show three of them. */
const fieldRow = ([key, [kind, options]]: (typeof entries)[number], at: number) => {
  const uses = [key === 'town', key === 'region', at < 3].join(', ')
  return `('${key}', '${kind}', '${key}', '${options}', ${uses}, ${at + 9}, now(), now())`
}
export const fieldsSql = `
  insert into lead_fields (key, kind, name, options, searchable, on_card, in_list, place, used_at, changed_at)
  values ${entries.map(fieldRow).join(', ')}`

/** The values of the lead `n`. */
export const fieldValuesOf = `jsonb_strip_nulls(jsonb_build_object(${entries
  .map(([key, [, , value]]) => `'${key}', ${value}`)
  .join(', ')}))`

/** Filters by them: one choice, several, a rare yes, ranges, and two together. */
export const fieldFilters = [
  'region:c3',
  'region:c3|c7|c11',
  'needs:c2',
  'urgent:yes',
  'budget:1000000..2000000',
  'visit:2026-03-01..2026-03-31',
  'region:c3;urgent:yes',
] as const
