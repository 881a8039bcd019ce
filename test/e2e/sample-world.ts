import type { Browser, Locator, Page, Route } from '@playwright/test'
import { password } from '../../demo/story.ts'
import type { PortalProcess } from '../running-portal.ts'

/** Partners of the sample world whose contract waits. */
export const lea = { email: 'lea.chevalier@exemple.fr', fullName: 'Léa Chevalier' }
export const olivier = { email: 'olivier.le.goff@exemple.fr', fullName: 'Olivier Le Goff' }
export const antoine = { email: 'antoine.girard@exemple.fr', fullName: 'Antoine Girard' }

/** What a refusing server says. */
export const reason = 'The server has a reason.'

/** Somebody of the sample world, or a visitor, on a page. */
export async function openAs(browser: Browser, portal: PortalProcess, email: string | null, path: string): Promise<Page> {
  const context = await browser.newContext({ baseURL: portal.url, viewport: { width: 1440, height: 900 } })
  if (email) await context.request.post('/api/session', { data: { email, password } })
  const page = await context.newPage()
  await page.goto(path)
  return page
}

/** Answers in the place of the server, with a refusal. */
export function refuse(route: Route): Promise<void> {
  const problem = { type: 'about:blank', title: 'Conflict', status: 409, code: 'not_allowed', detail: reason, requestId: '1' }
  const body = JSON.stringify({ ...problem, facts: {}, fields: [] })
  return route.fulfill({ status: 409, contentType: 'application/problem+json', body })
}

/** While it lasts, what is sent to an address is refused; reading goes on. */
export async function refusing(page: Page, address: string, act: () => Promise<unknown>): Promise<void> {
  await page.route(address, (route) => (route.request().method() === 'GET' ? route.continue() : refuse(route)))
  await act()
  await page.unroute(address)
}

/** Fills in fields by their labels. */
export async function fill(form: Locator, values: Readonly<Record<string, string>>): Promise<void> {
  for (const [label, value] of Object.entries(values)) await form.getByLabel(label).fill(value)
}

/** Opens a list of choices and takes the one with this name. */
export async function choose(page: Page, form: Locator, list: string, name: RegExp | string): Promise<void> {
  await form.getByRole('combobox', { name: list }).click()
  await page.getByRole('option', { name }).click()
}

/** The contrast of an element's text on what is behind it (WCAG 2.2), as the browser paints both. */
export function contrastOf(element: Locator): Promise<number> {
  return element.evaluate((node) => {
    const channels = (colour: string) => (colour.match(/[\d.]+/g) ?? []).map(Number)
    const luminance = (colour: string) => {
      const [red = 0, green = 0, blue = 0] = channels(colour).map((value) => {
        const share = value / 255
        return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
      })
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue
    }
    let ground: Element = node
    while (ground.parentElement && channels(getComputedStyle(ground).backgroundColor)[3] === 0) ground = ground.parentElement
    const [light = 0, dark = 0] = [getComputedStyle(node).color, getComputedStyle(ground).backgroundColor]
      .map(luminance)
      .sort((one, other) => other - one)
    return (light + 0.05) / (dark + 0.05)
  })
}
