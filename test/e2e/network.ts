import { type BrowserContext, expect, type Page, type Route } from '@playwright/test'

/** Which requests: a glob or a pattern of their address. */
type Address = string | RegExp
type Handler = (route: Route) => Promise<unknown>
type Answer = NonNullable<Parameters<Route['fulfill']>[0]>
/** Gives the network back. */
type Undo = () => Promise<void>

/** What a refusal says unless it is given other words. */
export const reason = 'The server has a reason.'

/** Requests do not arrive. */
export const cut = (page: Page, address: Address): Promise<Undo> => intercept(page, address, (route) => route.abort())

/** The next request arrives, something happens meanwhile, and its answer is lost on the way. */
export function loseAnswer(page: Page, address: Address, meanwhile?: () => Promise<unknown>): Promise<Undo> {
  const lose = async (route: Route) => {
    await route.fetch()
    await meanwhile?.()
    await route.abort()
  }
  return intercept(page, address, lose, 1)
}

/** Requests are held back until something has happened; only the next one with `times: 1`. */
export function hold(page: Page, address: Address, until: () => Promise<unknown>, times?: number): Promise<Undo> {
  const wait = async (route: Route) => {
    await until()
    await route.continue()
  }
  return intercept(page, address, wait, times)
}

/** Requests get this answer in the place of the portal's. */
export const answer = (page: Page, address: Address, given: Answer, times?: number): Promise<Undo> =>
  intercept(page, address, (route) => route.fulfill(given), times)

/** Reads, or other requests, get the portal's answer as `changed` makes it; what is not JSON stays. */
export function change<T>(
  page: Page,
  address: Address,
  changed: (body: T, path: string) => object,
  method: 'GET' | 'POST' = 'GET',
): Promise<Undo> {
  const rewrite = async (route: Route) => {
    if (route.request().method() !== method) return route.continue()
    const response = await route.fetch()
    const isJson = response.headers()['content-type']?.includes('json')
    if (!isJson) return route.fulfill({ response })
    return route.fulfill({ response, json: changed(await response.json(), new URL(response.url()).pathname) })
  }
  return intercept(page, address, rewrite)
}

interface Refusal {
  readonly status?: number
  readonly code?: string
  readonly detail?: string
}

const problem = ({ status = 409, code = 'not_allowed', detail = reason }: Refusal): Answer => ({
  status,
  contentType: 'application/problem+json',
  body: JSON.stringify({ type: 'about:blank', title: code, status, code, detail, requestId: '1', facts: {}, fields: [] }),
})

/** Requests are refused, as the portal refuses them. */
export const refuse = (page: Page, address: Address, refusal: Refusal = {}, times?: number): Promise<Undo> =>
  answer(page, address, problem(refusal), times)

/** Changes are refused during `act`; reads still work. */
export async function refusing(page: Page, address: Address, act: () => Promise<unknown>): Promise<void> {
  const undo = await intercept(page, address, (route) =>
    route.request().method() === 'GET' ? route.continue() : route.fulfill(problem({})),
  )
  await act()
  await undo()
}

/** Takes the browser off the network by its own switch. */
export async function goOffline(page: Page): Promise<Undo> {
  await page.context().setOffline(true)
  return () => page.context().setOffline(false)
}

/**
 * Everything here holds for all pages of a browser and for its service worker. A page that was open when its service worker took
 * it over is not always asked about its requests: Chromium 153 leaves one of thirty on its way from before, until it is told
 * anew.
 */
async function intercept(page: Page, address: Address, handler: Handler, times?: number): Promise<Undo> {
  const context = page.context()
  let isGivenBack = false
  const asked = async (route: Route) => {
    try {
      await handler(route)
    } catch (error) {
      // What is under way when the network is given back goes on by itself, and ends with its page.
      const isOver = isGivenBack || /has been (disposed|closed)/.test(String(error))
      if (!isOver) throw error
    }
  }
  const undo = () => {
    isGivenBack = true
    return context.unroute(address, asked)
  }
  await expect(async () => {
    isGivenBack = false
    await context.route(address, asked, times === undefined ? {} : { times })
    try {
      await checkIsAsked(context)
    } catch (error) {
      await undo()
      throw error
    }
  }).toPass()
  return undo
}

/** Throws unless a request of each page is answered here. */
async function checkIsAsked(context: BrowserContext): Promise<void> {
  const trial = /\/favicon\.svg\?trial$/
  const answered = 204
  await context.route(trial, (route) => route.fulfill({ status: answered }))
  try {
    for (const page of context.pages().filter((each) => each.url().startsWith('http'))) {
      const status = await page.evaluate(async () => (await fetch('/favicon.svg?trial', { cache: 'no-store' })).status)
      if (status !== answered) throw new Error(`${page.url()} goes past its routes`)
    }
  } finally {
    await context.unroute(trial)
  }
}
