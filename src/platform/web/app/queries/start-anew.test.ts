import { afterEach, beforeEach, expect, it, vi } from 'vitest'

const gone: string[] = []

/** A page that has just been loaded: fresh modules, on their way to nowhere. */
const load = async () => {
  vi.resetModules()
  return import('./start-anew.ts')
}
let page: Awaited<ReturnType<typeof load>>

beforeEach(async () => {
  page = await load()
  gone.length = 0
  vi.stubGlobal('location', { assign: (to: string) => gone.push(to), reload: () => gone.push('reload') })
})

afterEach(() => vi.unstubAllGlobals())

it('a page is loaded where it is, and somebody else begins at the first page', () => {
  page.loadAnew()
  page.startAnew()
  expect(gone).toEqual(['reload', '/dashboard'])
})

it('a change that fails leaves the page where it is', async () => {
  await expect(page.standFor(() => Promise.reject(new Error('refused')), '/dashboard/partners')).rejects.toThrow('refused')
  page.loadAnew()
  expect(gone).toEqual(['reload'])
})

it('while the session changes whom it stands for, all that loads the page anew leads to one place', async () => {
  await page.standFor(async () => {
    // The page hears of the change before the answer, is read in another language now, and stands for somebody else.
    page.loadAnew()
    page.startAnew()
  }, '/dashboard/partners')
  page.loadAnew()
  expect(gone).toEqual(['/dashboard/partners', '/dashboard/partners', '/dashboard/partners', '/dashboard/partners'])
})

it('a page that is on its way to another one is not read anew where it was', () => {
  page.startAnew('/dashboard/leads')
  page.loadAnew()
  expect(gone).toEqual(['/dashboard/leads', '/dashboard/leads'])
})

it('a page waits for the change before it goes, and goes again if its reader has kept it', async () => {
  await page.standFor(async () => {
    expect(page.isOnItsWay()).toBe(true)
    page.goOn()
    expect(gone).toEqual([])
  }, '/auth')
  expect(gone).toEqual(['/auth'])
  page.goOn()
  expect(gone).toEqual(['/auth', '/auth'])
})
