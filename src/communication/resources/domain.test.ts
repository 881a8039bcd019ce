import { expect, test } from 'vitest'
import { markedDays, previewOf, resourceCategories, resourceCategoryLabels, resourceMark } from './domain.ts'

const now = new Date('2026-11-22T10:00:00Z')
const daysAgo = (days: number) => new Date(now.getTime() - days * 86_400_000)
const first = { createdAt: daysAgo(3), revisedAt: null, version: 1, opened: null }
const second = { createdAt: daysAgo(90), revisedAt: daysAgo(3), version: 2, opened: null }

test.each([
  ['what is not opened is new', first, 'new'],
  ['what is opened has no mark', { ...first, opened: 1 }, null],
  ['after thirty days nothing is new', { ...first, createdAt: daysAgo(markedDays) }, null],
  ['a newer version than the one that was opened is an update', { ...second, opened: 1 }, 'updated'],
  ['also of what was never opened', second, 'updated'],
  ['what is new stays new when it is replaced', { ...second, createdAt: daysAgo(10) }, 'new'],
  ['the newest version opened takes the mark away', { ...second, opened: 2 }, null],
  ['an update is one for thirty days', { ...second, revisedAt: daysAgo(markedDays), opened: 1 }, null],
] as const)('%s', (_, resource, mark) => {
  expect(resourceMark(resource, now)).toBe(mark)
})

test('PDFs and images are shown in the page, other files are not', () => {
  expect(['application/pdf', 'image/webp', 'application/msword', null].map(previewOf)).toEqual(['pdf', 'image', null, null])
})

test('the resource tabs are labelled Documents, Visuals, Tools', () => {
  expect(resourceCategories.map((category) => resourceCategoryLabels[category])).toEqual(['Documents', 'Visuals', 'Tools'])
})
