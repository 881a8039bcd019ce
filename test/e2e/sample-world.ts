import { type Browser, type BrowserContext, type BrowserContextOptions, expect, type Locator, type Page } from '@playwright/test'
import { password } from '../../demo/content.ts'
import type { PortalProcess } from '../running-portal.ts'
import { type StorageState, sessionInCopy, signIn } from './worlds.ts'

/** Partners of the sample world with a pending contract. */
export const lea = { email: 'lea.chevalier@exemple.fr', fullName: 'Léa Chevalier' }
export const olivier = { email: 'olivier.le.goff@exemple.fr', fullName: 'Olivier Le Goff' }
export const antoine = { email: 'antoine.girard@exemple.fr', fullName: 'Antoine Girard' }

const sessions = new WeakMap<PortalProcess, Map<string, Promise<StorageState>>>()

/** Signs in once per portal and person. The session is shared; tests that end or inspect it need a new one. */
function sessionOf(portal: PortalProcess, email: string): Promise<StorageState> | StorageState {
  const copied = sessionInCopy(portal, email)
  if (copied) return copied
  const sessionsOfPortal = sessions.get(portal) ?? new Map<string, Promise<StorageState>>()
  sessions.set(portal, sessionsOfPortal)
  const session = sessionsOfPortal.get(email) ?? signIn(portal, email)
  sessionsOfPortal.set(email, session)
  return session
}

export interface Looks extends BrowserContextOptions {
  readonly ownSession?: boolean
}

const errors = new WeakMap<Page, string[]>()

/** Console errors of a page opened by `openAs`. */
export function consoleErrors(page: Page): readonly string[] {
  return errors.get(page) ?? ['the page was not opened by openAs']
}

/** A browser context signed in as a person of the sample world, or as a visitor. */
export async function contextOf(
  browser: Browser,
  portal: PortalProcess,
  email: string | null,
  { ownSession = false, ...options }: Looks = {},
): Promise<BrowserContext> {
  const session = email ? { storageState: await (ownSession ? signIn : sessionOf)(portal, email) } : {}
  return browser.newContext({ baseURL: portal.url, ...session, ...options })
}

/** A page in such a context, at this path. */
export async function openAs(
  browser: Browser,
  portal: PortalProcess,
  email: string | null,
  path: string,
  looks: Looks = {},
): Promise<Page> {
  const page = await (await contextOf(browser, portal, email, looks)).newPage()
  const errorTexts: string[] = []
  errors.set(page, errorTexts)
  page.on('console', (message) => message.type() === 'error' && errorTexts.push(message.text()))
  page.on('pageerror', (error) => errorTexts.push(error.message))
  await page.goto(path)
  return page
}

/** Revokes the main contract of a partner, who can then sign it, or have it validated, as before. */
export async function revokeContract({ request }: Page, fullName: string): Promise<void> {
  const { partners } = await (await request.get('/api/partners/names')).json()
  const { id } = partners.find(({ name }: { name: string }) => name === fullName)
  const response = await request.post(`/api/partners/${id}/contract/revoke`, { data: { reason: 'End of the test' } })
  expect([fullName, response.status()]).toEqual([fullName, 200])
}

/** Fills in fields by their labels. */
export async function fill(form: Locator, values: Readonly<Record<string, string>>): Promise<void> {
  for (const [label, value] of Object.entries(values)) await form.getByLabel(label).fill(value)
}

/** Opens a select and picks the option with this name. */
export async function choose(page: Page, form: Locator, list: string, name: RegExp | string): Promise<void> {
  await form.getByRole('combobox', { name: list }).click()
  await page.getByRole('option', { name }).click()
}

/** Shows in the dialog with this title that it is the person, with their password. */
export async function confirmAs(page: Page, title: string, action: string): Promise<void> {
  const question = page.getByRole('dialog', { name: title })
  await question.getByLabel(/^(Your password|Votre mot de passe)$/).fill(password)
  await question.getByRole('button', { name: action }).click()
}

/** The contrast ratio of an element's text to its background as rendered (WCAG 2.2). */
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
