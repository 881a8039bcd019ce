import { expect, test } from 'vitest'
import type { Lead } from '../../api/leads.ts'
import type { CachedColumn } from './column-pages.ts'
import { newPage, reachesEnd, refetchedPage, visiblePageIndexes, withLead, withoutLead } from './column-pages.ts'

/** A lead created at the given minute; other fields do not matter. */
const lead = (minute: number, name = '') =>
  ({ id: `id-${minute}`, createdAt: new Date(minute * 60_000).toISOString(), name }) as Lead
const leads = (...minutes: number[]) => minutes.map((minute) => lead(minute))
const minutes = (items: readonly Lead[]) => items.map(({ createdAt }) => new Date(createdAt).getTime() / 60_000)
const column = (): CachedColumn => ({
  pages: [newPage({ items: leads(90, 80, 70), nextCursor: 'after 70' }), newPage({ items: leads(60, 50), nextCursor: null })],
  pageParams: ['', 'after 70'],
})

test('a refetched page keeps its end: leads that moved up from the next page stay there', () => {
  const [first] = column().pages
  const again = refetchedPage(first as never, { items: leads(90, 70, 60, 50), nextCursor: 'after 50' })
  expect(minutes(again.items)).toEqual([90, 70])
  expect(again.nextCursor).toBe('after 70')
})

test('an answer reaches a page’s end unless so many leads came that it ends before', () => {
  const [first, last] = column().pages as [never, never]
  const after = (...all: number[]) => ({ items: leads(...all), nextCursor: 'more' })
  expect(reachesEnd(first, after(90, 80, 70))).toBe(true)
  expect(reachesEnd(first, after(90, 80, 60))).toBe(true)
  expect(reachesEnd(first, after(95, 90, 80))).toBe(false)
  expect(reachesEnd(first, { items: leads(90), nextCursor: null })).toBe(true)
  expect(reachesEnd(last, after(65, 60, 55))).toBe(true)
})

test('a page longer than the response keeps its remaining cached leads', () => {
  const [first] = column().pages
  const again = refetchedPage(first as never, { items: leads(95, 94, 93, 90), nextCursor: 'after 90' })
  expect(minutes(again.items)).toEqual([95, 94, 93, 90, 80, 70])
  expect(again.nextCursor).toBe('after 70')
})

test('when no page follows, the page becomes the last', () => {
  const [first] = column().pages
  expect(refetchedPage(first as never, { items: leads(90), nextCursor: null })).toMatchObject({ nextCursor: null, end: null })
})

test('the last page may be followed by new ones', () => {
  const last = column().pages[1]
  const again = refetchedPage(last as never, { items: leads(60, 55), nextCursor: 'after 55' })
  expect(again).toMatchObject({ nextCursor: 'after 55', end: { id: 'id-55' } })
})

test('a lead is inserted by date, and the other pages keep their identity', () => {
  const before = column()
  for (const [minute, first, second] of [
    [99, [99, 90, 80, 70], [60, 50]],
    [75, [90, 80, 75, 70], [60, 50]],
    [65, [90, 80, 70], [65, 60, 50]],
    [10, [90, 80, 70], [60, 50, 10]],
  ] as const) {
    const after = withLead(before, lead(minute))
    expect(after.pages.map(({ items }) => minutes(items))).toEqual([first, second])
    const touched = minute >= 70 ? 1 : 0
    expect(after.pages[touched]).toBe(before.pages[touched])
  }
})

test('a lead older than the loaded ones comes with its own page', () => {
  const { pages, pageParams } = column()
  const read: CachedColumn = { pages: pages.slice(0, 1), pageParams: pageParams.slice(0, 1) }
  expect(withLead(read, lead(10))).toBe(read)
})

test('an existing lead is replaced', () => {
  const after = withLead(column(), lead(80, 'new'))
  expect(after.pages[0]?.items.map(({ name }) => name)).toEqual(['', 'new', ''])
})

test('removing a lead changes its page only', () => {
  const before = column()
  const after = withoutLead(before, 'id-50')
  expect(after.pages[0]).toBe(before.pages[0])
  expect(minutes(after.pages[1]?.items ?? [])).toEqual([60])
  expect(withoutLead(before, 'id-1')).toBe(before)
})

test('the visible pages are those of the visible cards', () => {
  const { pages } = column()
  expect(visiblePageIndexes(pages, 0, 2)).toEqual([0])
  expect(visiblePageIndexes(pages, 2, 3)).toEqual([0, 1])
  expect(visiblePageIndexes(pages, 4, 9)).toEqual([1])
})

test('an empty visible page is refetched, so that the next lead fills it', () => {
  const empty = newPage({ items: [], nextCursor: null })
  expect(visiblePageIndexes([empty], 0, 0)).toEqual([0])
  const emptied = [
    { ...newPage({ items: leads(90), nextCursor: 'after 90' }), items: [] },
    newPage({ items: leads(60), nextCursor: null }),
  ]
  expect(visiblePageIndexes(emptied, 0, 0)).toEqual([0, 1])
  expect(visiblePageIndexes(emptied, 3, 5)).toEqual([])
})
