import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { goOn, isOnItsWay, loadAnew, standFor, startAnew } from './start-anew.ts'

const gone: string[] = []

beforeEach(() => {
  gone.length = 0
  vi.stubGlobal('location', { assign: (to: string) => gone.push(to), reload: () => gone.push('reload') })
})

afterEach(() => vi.unstubAllGlobals())

it('a page is loaded where it is, and somebody else begins at the first page', () => {
  loadAnew()
  startAnew()
  expect(gone).toEqual(['reload', '/dashboard'])
})

it('a change that fails leaves the page where it is', async () => {
  await expect(standFor(() => Promise.reject(new Error('refused')), '/dashboard/partners')).rejects.toThrow('refused')
  loadAnew()
  expect(gone).toEqual(['reload'])
})

it('while the session changes whom it stands for, all that loads the page anew leads to one place', async () => {
  await standFor(async () => {
    // The page hears of the change before the answer, is read in another language now, and stands for somebody else.
    loadAnew()
    startAnew()
  }, '/dashboard/partners')
  loadAnew()
  expect(gone).toEqual(['/dashboard/partners', '/dashboard/partners', '/dashboard/partners', '/dashboard/partners'])
})

it('a page that is on its way to another one is not read anew where it was', () => {
  startAnew('/dashboard/leads')
  loadAnew()
  expect(gone).toEqual(['/dashboard/leads', '/dashboard/leads'])
})

it('a page waits for the change before it goes, and goes again if its reader has kept it', async () => {
  await standFor(async () => {
    expect(isOnItsWay()).toBe(true)
    goOn()
    expect(gone).toEqual([])
  }, '/auth')
  expect(gone).toEqual(['/auth'])
  goOn()
  expect(gone).toEqual(['/auth', '/auth'])
})
