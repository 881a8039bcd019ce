import { type Browser, type BrowserContextOptions, expect, type Locator, type Page } from '@playwright/test'
import { nextTotp, totp } from '../totp.ts'

/** Waits for the toast with this title (and text), then closes it, so that later checks do not match it. */
export async function toast(page: Page, title: string, text = ''): Promise<void> {
  const toastElement = page.locator('.mantine-Notification-root').filter({ hasText: title }).filter({ hasText: text }).last()
  await expect(toastElement).toBeVisible()
  // It may have gone by itself meanwhile.
  await toastElement
    .getByRole('button')
    .last()
    .click({ timeout: 5000 })
    .catch(() => undefined)
  await expect(toastElement).toBeHidden()
}

/** Opens the options of a filter that is not set. */
export async function addFilter(page: Page, label: string): Promise<void> {
  await page.getByRole('button', { name: 'Add filter' }).click()
  await page.getByRole('menuitem', { name: label, exact: true }).click()
}

/** Goes to another address of the portal as its links do: loading the portal again takes four times as long. */
export function visit(page: Page, path: string): Promise<void> {
  return page.evaluate((to) => {
    history.pushState(null, '', to)
    dispatchEvent(new PopStateEvent('popstate'))
  }, path)
}

/** Fails unless the page fits its window without horizontal scrolling, once it has followed a change of the window's size. */
export async function expectNoOverflow(page: Page, what = page.url()): Promise<void> {
  const width = page.viewportSize()?.width ?? 0
  const beyond = () => page.evaluate((inner) => Math.max(0, document.documentElement.scrollWidth - inner), width)
  await expect.poll(beyond, `${what} at ${width} px`).toBe(0)
}

/** Fails unless the one begins below the other. */
export async function expectBelow(lower: Locator, upper: Locator): Promise<void> {
  const topOf = async (element: Locator) => (await element.boundingBox())?.y ?? Number.NaN
  await expect.poll(async () => (await topOf(lower)) - (await topOf(upper))).toBeGreaterThan(0)
}

/** The horizontal overflow of the page or its tables, in pixels. */
export function beyondTheEdge(page: Page): Promise<number> {
  return page.evaluate(() => {
    const frames = [...document.querySelectorAll('.data-table')]
    const over = frames.map((frame) => frame.scrollWidth - frame.clientWidth)
    return Math.max(0, document.documentElement.scrollWidth - innerWidth, ...over)
  })
}

/** Waits until a page that was just loaded shows what it is about. */
export async function shown(page: Page): Promise<void> {
  await expect(page.locator('h1, [role=dialog]').first()).toBeVisible()
  await expect(page.getByRole('status', { name: /^(Chargement|Loading)$/ })).toHaveCount(0)
}

/** Adds a lead and moves it to Appel with touch only. */
export async function addLeadByPhone(
  browser: Browser,
  baseURL: string,
  storageState: BrowserContextOptions['storageState'],
): Promise<void> {
  const viewport = { width: 360, height: 780 }
  const context = await browser.newContext({
    baseURL,
    ...(storageState ? { storageState } : {}),
    viewport,
    hasTouch: true,
    isMobile: true,
  })
  const phone = await context.newPage()
  await phone.goto('/dashboard/leads')
  await phone.getByRole('button', { name: 'Add Lead' }).tap()
  const form = phone.getByRole('dialog', { name: 'Ajouter un lead' })
  await form.getByLabel('Nom du contact').fill('Lucie Petit')
  await form.getByLabel('Société').fill('Garage Petit')
  await form.getByLabel('Email').fill('lucie@petit.example')
  await form.getByLabel('Montant estimé (€)').fill('3500,50')
  await form.getByLabel("Type d'offre").selectOption('automation')
  await form.getByRole('button', { name: 'Ajouter' }).tap()
  await toast(phone, 'Lead ajouté')
  await phone.getByRole('button', { name: 'Actions pour Lucie Petit' }).tap()
  await phone.getByRole('menuitem', { name: 'Appel' }).tap()
  await expect(phone.getByRole('region', { name: 'Appel', exact: true }).getByText('Lucie Petit')).toBeVisible()
  await context.close()
}

/** Enables two-factor, then signs in once with a code and once with a recovery code. */
export async function useTwoFactor(page: Page, person: { email: string; password: string }): Promise<void> {
  await page.getByRole('button', { name: /Account of/ }).click()
  await page.getByRole('menuitem', { name: 'Two-factor' }).click()
  const dialog = page.getByRole('dialog', { name: 'Two-factor' })
  await dialog.getByLabel('Your password').fill(person.password)
  await dialog.getByRole('button', { name: 'Continue' }).click()
  const secret = (await dialog.locator('code').textContent()) ?? ''
  const uri = `otpauth://totp/x?secret=${secret}`
  await dialog.getByLabel('Code').fill(totp(uri))
  await dialog.getByRole('button', { name: 'Switch on' }).click()
  await expect(dialog.getByRole('button', { name: 'I have kept them' })).toBeVisible()
  const [recovery = ''] = await dialog.locator('code').allTextContents()
  await dialog.getByRole('button', { name: 'I have kept them' }).click()
  for (const kind of ['code', 'recovery']) {
    await page.getByRole('button', { name: 'Logout' }).click()
    await page.getByLabel('E-mail').fill(person.email)
    await page.getByLabel('Mot de passe', { exact: true }).fill(person.password)
    await page.getByRole('button', { name: 'Se connecter' }).click()
    if (kind === 'recovery') await page.getByRole('button', { name: 'Utiliser un code de secours' }).click()
    await page.getByRole('textbox', { name: /^Code/ }).fill(kind === 'code' ? nextTotp(uri) : recovery)
    await page.getByRole('button', { name: 'Se connecter' }).click()
    await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
  }
}

/** Changes settings of how payouts leave. The answer puts them back, as others use the portal too; the account stays. */
export async function changeProgramme({ request }: Page, changes: object): Promise<() => Promise<void>> {
  const { maskedIban: _, otherMaskedIbans: __, ...before } = await (await request.get('/api/programme')).json()
  const save = async (data: object) => {
    const answer = await request.put('/api/programme', { data })
    expect([answer.status(), await answer.text()]).toEqual([200, expect.any(String)])
  }
  await save({ ...before, ...changes })
  return () => save(before)
}
