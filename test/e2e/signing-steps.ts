import { type Browser, type BrowserContextOptions, expect, type Locator, type Page } from '@playwright/test'
import type { PortalProcess } from '../running-portal.ts'
import { toast } from './steps.ts'

const admin = { fullName: 'Anne Martin', email: 'anne@acme.example', password: 'grand-soleil-42' }

export interface Partner {
  readonly fullName: string
  readonly email: string
}

/** A page in its own context, with its console errors. */
export async function tab(browser: Browser, portal: PortalProcess, looks: BrowserContextOptions = {}) {
  const context = await browser.newContext({ baseURL: portal.url, ...looks })
  const page = await context.newPage()
  const errorTexts: string[] = []
  page.on('console', (message) => message.type() === 'error' && errorTexts.push(message.text()))
  page.on('pageerror', (error) => errorTexts.push(error.message))
  return { page, errorTexts }
}

const tokenIn = (link: string) => new URL(link).searchParams.get('token') ?? ''

const administrators = new WeakMap<PortalProcess, BrowserContextOptions['storageState']>()

/** Creates an administrator (once per portal) and a new partner. Returns a signed-in tab for each. */
export async function bothSides(browser: Browser, portal: PortalProcess, partner: Partner, looks: BrowserContextOptions = {}) {
  const session = administrators.get(portal)
  const staff = await tab(browser, portal, session ? { storageState: session } : {})
  const marie = await tab(browser, portal, looks)
  const post = async (page: Page, path: string, data: unknown) => {
    const response = await page.request.post(path, { data })
    expect([path, response.ok(), response.ok() ? '' : await response.text()]).toEqual([path, true, ''])
  }
  if (!session) {
    await post(staff.page, '/api/setup', { token: tokenIn(await portal.setupLink()), ...admin })
    administrators.set(portal, await staff.page.context().storageState())
  }
  const { email, fullName } = partner
  await post(staff.page, '/api/invitations', { email, fullName, role: 'partner' })
  const token = tokenIn(await portal.linkMailedTo(email, 'invitation'))
  await post(marie.page, '/api/invitations/accept', { token, fullName, password: 'petite-lune-17' })
  return { staff: staff.page, marie: marie.page, errorTexts: marie.errorTexts }
}

/** Uploads a contract in the dialog as administrator. */
export async function assign(
  staff: Page,
  { fullName }: Partner,
  title: string,
  kind: 'Main contract' | 'Amendment',
  file: Buffer,
): Promise<void> {
  await staff.goto('/dashboard/admin-contracts')
  await staff.getByRole('button', { name: 'Add Contract', exact: true }).click()
  const dialog = staff.getByRole('dialog')
  await dialog.getByRole('combobox', { name: 'Partner' }).click()
  await staff.getByRole('option', { name: fullName }).click()
  await dialog.getByLabel('Title').fill(title)
  await dialog.getByText(kind, { exact: true }).click()
  await dialog.locator('input[type=file]').setInputFiles({ name: `${title}.pdf`, mimeType: 'application/pdf', buffer: file })
  await dialog.getByRole('button', { name: /^Assign/ }).click()
  await toast(staff, 'Contract uploaded')
}

/** Waits for the newest code mailed to a partner, once more than `after` exist. */
async function mailedCode(portal: PortalProcess, { email }: Partner, after = 0): Promise<string> {
  for (let attempt = 0; attempt < 300; attempt += 1) {
    const codes = portal
      .mails()
      .filter((mail) => mail.includes(email) && /^Subject: .*code de signature/im.test(mail))
      .flatMap((mail) => /^(\d{6})\r?$/m.exec(mail)?.[1] ?? [])
    const newest = codes.at(-1)
    if (newest && codes.length > after) return newest
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error('no code was mailed')
}

/** Opens the signing view of a contract made by `contractOf`. */
export async function openSigning(
  page: Page,
  name: string,
  button: string | RegExp = 'Sign Contract Electronically',
): Promise<Locator> {
  await page.getByRole('button', { name: button }).click()
  const view = page.getByRole('dialog', { name })
  await expect(view.getByRole('article', { name: /^Page 1 sur/ })).toContainText('Contrat, page 1')
  return view
}

/** Gives the consent, which waits for the end of the document; a short one is at its end at once. */
export async function giveConsent(view: Locator): Promise<void> {
  const box = view.getByRole('checkbox')
  await expect(async () => {
    if (await box.isDisabled()) await view.getByRole('button', { name: 'Aller à la fin du document' }).click({ timeout: 1000 })
    await expect(box).toBeEnabled({ timeout: 2000 })
  }).toPass()
  await box.check()
}

export const codeField = (view: Locator) => view.getByRole('textbox', { name: 'Code reçu par e-mail' })

/** Requests a code and reads it from the mailbox. */
export async function takeCode(view: Locator, portal: PortalProcess, partner: Partner, after = 0): Promise<string> {
  await view.getByRole('button', { name: 'Recevoir le code' }).click()
  await expect(codeField(view)).toBeFocused()
  return mailedCode(portal, partner, after)
}

/** Scrolls to the end of a part of the document as a reader does: half a screen at a time, each of which stays for a moment. */
export async function scrollThrough(scroller: Locator, last: Locator): Promise<void> {
  const bottomOf = async (locator: Locator) => {
    const box = await locator.boundingBox()
    return box ? box.y + box.height : 0
  }
  for (let screen = 0; screen < 60; screen += 1) {
    // By the clock of the page, which looks every 300 ms at what is shown.
    await scroller.evaluate(async () => {
      for (let look = 0; look < 3; look += 1) await new Promise((resolve) => setTimeout(resolve, 310))
    })
    if ((await bottomOf(last)) <= (await bottomOf(scroller))) return
    await scroller.evaluate((element) => element.scrollBy({ top: element.clientHeight / 2, behavior: 'instant' }))
  }
  throw new Error('the document has no end')
}
