import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Me } from '#access/api/session.ts'
import { eventNames } from '#portal/api/events.ts'
import type { LiveMessage } from '#portal/api/live.ts'
import { staleQueries } from './stale-queries.ts'

/** Null stands for what a key is asked with. */
type Key = readonly (string | null)[]

const partsOf = (text: string): Key => text.split(/,\s*/).map((part) => /^'(.*)'$/.exec(part.trim())?.[1] ?? null)

/** The key of each query as it is declared: of what is read once, by pages, of a list, or by the parts of a partner's page. */
function declaredKeys(): Key[] {
  const files = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((file) =>
    /\bweb\b.*(?<!\.test)\.tsx?$/.test(file),
  )
  const sources = files.map((file) => readFileSync(join('src', file), 'utf8'))
  const declarations = [
    /queryKey: \[([^\]]*)\](?: as const)?,\s*(?:\/\/.*\s*|enabled:.*\s*)*queryFn/g,
    /pagesQuery\(\[([^\]]*)\]/g,
    /(?:list|summary)Query\(\s*\(query\) => \[([^\]]*)\]/g,
    /keyOf = \(.*\) =>\s*\[([^\]]*)\]/g,
  ]
  return sources.flatMap((source) =>
    declarations.flatMap((each) => [...source.matchAll(each)].map(([, key = '']) => partsOf(key))),
  )
}

const message = (name: string): LiveMessage =>
  ({ name, subject: { kind: 'person', id: 'somebody' }, partnerId: 'somebody', news: true }) as unknown as LiveMessage

/** The keys of all that any event makes stale, for whom it is about and for others. */
const staleKeys = eventNames
  .flatMap((name) => ['somebody', 'somebody else'].flatMap((id) => staleQueries(message(name), { id, partner: null, inUse: [] })))
  .map((stale) => ('lead' in stale ? ['leads', 'board'] : stale.queryKey) as Key)

const isUnder = (key: Key, beginning: Key) =>
  beginning.length <= key.length &&
  beginning.every((part, place) => key[place] === null || part === key[place] || (part !== null && key[place] === null))

/** Queries that no event makes stale, by the reason. */
const untoldQueries = [
  // What a link opens, once.
  'client-question …',
  'email-change …',
  'introduction …',
  'invitation …',
  'objection …',
  'reset …',
  'second-factor-help',
  'setup',
  'sign-in-link …',
  'verify …',
  // What would become of what is typed or chosen: read anew each time.
  'commission-effect …',
  'payout-file-preview …',
  'payout-preview … … …',
  'template-preview … …',
  // What is confirmed is what was read, also while others change something: the answer says so then.
  'partner-change-preview merge … …',
  'partner-change-preview move … … …',
  'partner-change-preview split … …',
  // Every event adds to the journal: its pages are read when they are opened.
  'event-journal list …',
  'event-journal roots',
  'event-journal row …',
  // What matches is asked anew with every word, and kept no longer than the list of it is open.
  'search …',
  // What a visitor of the sign-in page sees, once.
  'ended',
  'sign-in-provider …',
  // Nobody else saves one's views.
  'saved-views',
  // It asks by itself, every half minute.
  'system',
  // Live messages tell what is unread.
  'unread',
]

const text = (key: Key) => key.map((part) => part ?? '…').join(' ')
const queries = declaredKeys()

test('what an event makes stale is a query that there is', () => {
  expect(queries.length).toBeGreaterThan(80)
  const lost = staleKeys.filter((stale) => !queries.some((query) => isUnder(query, stale)))
  expect([...new Set(lost.map(text))]).toEqual([])
})

test('a query that no event makes stale is one of those whose reason is known', () => {
  const untold = queries.filter((query) => !staleKeys.some((stale) => isUnder(query, stale)))
  expect([...new Set(untold.map(text))].sort()).toEqual(untoldQueries.toSorted())
})

test('the session is read again after the first record of what begins with it, by whom it concerns', () => {
  const asks = (name: string, reader: Parameters<typeof staleQueries>[1]) =>
    staleQueries(message(name), reader).some((stale) => !('lead' in stale) && stale.queryKey?.[0] === 'me')
  const partner = { id: 'somebody' } as Me['partner']
  expect(asks('client_invoice.recorded', { id: 'staff', partner: null, inUse: [] })).toBe(true)
  expect(asks('client_invoice.recorded', { id: 'staff', partner: null, inUse: ['bankAnswers'] })).toBe(false)
  expect(asks('dispute.opened', { id: 'somebody', partner, inUse: [] })).toBe(true)
  expect(asks('dispute.opened', { id: 'somebody', partner, inUse: ['disputes'] })).toBe(false)
  expect(asks('dispute.opened', { id: 'other', partner: { id: 'other' } as Me['partner'], inUse: [] })).toBe(false)
})
