import { expect, test } from 'vitest'
import { pagePaths } from '#access/domain/page-paths.ts'
import { movedPages, movedTo } from './moved-pages.ts'

test('the old address of the bank files leads to the payouts, with the file that it opened', () => {
  const files = movedPages.find(({ from }) => from === `${pagePaths.adminPayouts}/files`)
  if (!files) throw new Error('the old address is forgotten')
  expect(movedTo(files, '?file=019aa000&search=anne&sort=-date')).toBe(`${pagePaths.adminPayouts}?file=019aa000`)
  expect(movedTo(files, '')).toBe(pagePaths.adminPayouts)
})

test('no old address is that of a page, and each leads to one', () => {
  const paths: readonly string[] = Object.values(pagePaths)
  for (const { from, to } of movedPages) expect([paths.includes(from), paths.includes(to)]).toEqual([false, true])
})
