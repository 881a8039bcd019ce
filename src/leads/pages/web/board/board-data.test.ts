import { expect, test } from 'vitest'
import type { ListedLead } from '#leads/leads/api/leads.ts'
import { leadStatuses } from '#test/default-stages.ts'
import {
  type Board,
  emptyColumn,
  leadOn,
  markedAsDuplicatesOf,
  withCount,
  withLead,
  withoutLead,
  withPage,
} from './board-data.ts'

/** A lead in `nouveau` created at the given minute; other fields do not matter. */
const lead = (minute: number, more: Partial<ListedLead> = {}) =>
  ({
    id: `id-${minute}`,
    createdAt: new Date(minute * 60_000).toISOString(),
    status: 'nouveau',
    estimatedAmountCents: 1000,
    possibleDuplicate: null,
    ...more,
  }) as ListedLead
const leads = (...minutes: number[]) => minutes.map((minute) => lead(minute))
const minutes = (items: readonly ListedLead[]) => items.map(({ createdAt }) => new Date(createdAt).getTime() / 60_000)

/** A board with leads in `nouveau`, of which more follow, and one in `signe`. */
function board(): Board {
  const nouveau = withPage(emptyColumn, { items: leads(90, 80, 70), nextCursor: 'after 70' })
  const signe = withPage(emptyColumn, { items: [lead(50, { status: 'signe' })], nextCursor: null })
  const columns = { nouveau, premier_contact: emptyColumn, call_effectue: emptyColumn, signe, refuse: emptyColumn }
  const byStatus = leadStatuses.map((status) => ({ status, count: 1, amountCents: 1000 }))
  return { byStatus, columns, readAt: 0 }
}
const inNouveau = ({ columns }: Board) => minutes(columns.nouveau?.items ?? [])

test('a lead is inserted by date', () => {
  expect(inNouveau(withLead(board(), lead(99)))).toEqual([99, 90, 80, 70])
  expect(inNouveau(withLead(board(), lead(75)))).toEqual([90, 80, 75, 70])
  expect(minutes(withLead(board(), lead(10, { status: 'signe' })).columns.signe?.items ?? [])).toEqual([50, 10])
})

test('a lead older than the loaded ones comes with its own page', () => {
  expect(inNouveau(withLead(board(), lead(10)))).toEqual([90, 80, 70])
})

test('a column reaches as far as it was read, also once its last lead has gone', () => {
  const shorter = withoutLead(board(), 'id-70')
  expect(inNouveau(withLead(shorter, lead(75)))).toEqual([90, 80, 75])
  expect(inNouveau(withLead(shorter, lead(65)))).toEqual([90, 80])
})

test('a page that follows is added, and the last one ends the column', () => {
  const longer = withPage(board().columns.nouveau ?? emptyColumn, { items: leads(60, 50), nextCursor: null })
  expect(minutes(longer.items)).toEqual([90, 80, 70, 60, 50])
  expect(longer).toMatchObject({ nextCursor: null, end: null })
})

test('a known lead is replaced, and leaves the column it was in; other columns stay the same objects', () => {
  const before = board()
  const after = withLead(before, lead(80, { status: 'signe', name: 'new' }))
  expect(inNouveau(after)).toEqual([90, 70])
  expect(minutes(after.columns.signe?.items ?? [])).toEqual([80, 50])
  expect(leadOn(after, 'id-80')?.name).toBe('new')
  expect(after.columns.refuse).toBe(before.columns.refuse)
  expect(withoutLead(before, 'id-1').columns.nouveau).toBe(before.columns.nouveau)
})

test('sums follow a lead that came, changed, moved or went, to the cent', () => {
  const sumsOf = (before: Partial<ListedLead> | null, after: Partial<ListedLead> | null) =>
    withCount(board(), before && lead(1, before), after && lead(1, after))
      .byStatus.filter(({ status }) => status === 'nouveau' || status === 'signe')
      .map(({ count, amountCents }) => [count, amountCents])
  expect(sumsOf(null, { estimatedAmountCents: 5 })).toEqual([
    [2, 1005],
    [1, 1000],
  ])
  expect(sumsOf({ estimatedAmountCents: 1000 }, { estimatedAmountCents: 7 })).toEqual([
    [1, 7],
    [1, 1000],
  ])
  expect(sumsOf({}, { status: 'signe' })).toEqual([
    [0, 0],
    [2, 2000],
  ])
  expect(sumsOf({ estimatedAmountCents: 1 }, null)).toEqual([
    [0, 999],
    [1, 1000],
  ])
})

test('leads that name another one as the one they may duplicate are found', () => {
  const possibleDuplicate = { id: 'id-50' } as ListedLead['possibleDuplicate']
  expect(markedAsDuplicatesOf(withLead(board(), lead(85, { possibleDuplicate })), ['id-50'])).toEqual(['id-85'])
})
