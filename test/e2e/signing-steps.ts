import type { Browser, BrowserContextOptions, Page } from '@playwright/test'
import { expect } from '@playwright/test'
import type { PortalProcess } from '../running-portal.ts'
import { toast } from './steps.ts'

export const admin = { fullName: 'Anne Martin', email: 'anne@acme.example', password: 'grand-soleil-42' }
export const partner = { fullName: 'Marie Dupont', email: 'marie@exemple.fr', password: 'petite-lune-17' }

/** A page of its own, and what its console says. */
export async function tab(browser: Browser, portal: PortalProcess, looks: BrowserContextOptions = {}) {
  const context = await browser.newContext({ baseURL: portal.url, viewport: { width: 1440, height: 900 }, ...looks })
  const page = await context.newPage()
  const heard: string[] = []
  page.on('console', (message) => message.type() === 'error' && heard.push(message.text()))
  page.on('pageerror', (error) => heard.push(error.message))
  return { page, heard }
}

const tokenIn = (link: string) => new URL(link).searchParams.get('token') ?? ''

/** An administrator and a partner, both signed in, each in a tab. */
export async function bothSides(browser: Browser, portal: PortalProcess, looks: BrowserContextOptions = {}) {
  const staff = await tab(browser, portal)
  const marie = await tab(browser, portal, looks)
  const post = async (page: Page, path: string, data: unknown) => {
    const response = await page.request.post(path, { data })
    expect([path, response.ok(), response.ok() ? '' : await response.text()]).toEqual([path, true, ''])
  }
  await post(staff.page, '/api/setup', { token: tokenIn(await portal.setupLink()), ...admin })
  await post(staff.page, '/api/invitations', { email: partner.email, fullName: partner.fullName, role: 'partner' })
  const { email: _, ...accepted } = partner
  await post(marie.page, '/api/invitations/accept', {
    token: tokenIn(await portal.linkMailedTo(partner.email, 'invitation')),
    ...accepted,
  })
  return { staff: staff.page, marie: marie.page, heard: marie.heard }
}

/** An administrator uploads a contract in the dialog. */
export async function assign(staff: Page, title: string, kind: 'Main contract' | 'Amendment', file: Buffer): Promise<void> {
  await staff.goto('/dashboard/admin-contracts')
  await staff.getByRole('button', { name: 'Add Contract' }).click()
  const dialog = staff.getByRole('dialog')
  await dialog.getByRole('combobox', { name: 'Partner' }).click()
  await staff.getByRole('option', { name: partner.fullName }).click()
  await dialog.getByLabel('Title').fill(title)
  await dialog.getByText(kind, { exact: true }).click()
  await dialog.locator('input[type=file]').setInputFiles({ name: `${title}.pdf`, mimeType: 'application/pdf', buffer: file })
  await dialog.getByRole('button', { name: /^Assign/ }).click()
  await toast(staff, 'Contract uploaded')
}

/** The newest code that was mailed; `after` codes were there before. */
export async function mailedCode(portal: PortalProcess, after = 0): Promise<string> {
  for (let attempt = 0; attempt < 100; attempt += 1) {
    const codes = portal
      .mails()
      .filter((mail) => mail.includes(partner.email) && /^Subject: .*code de signature/im.test(mail))
      .flatMap((mail) => /^(\d{6})\r?$/m.exec(mail)?.[1] ?? [])
    const newest = codes.at(-1)
    if (newest && codes.length > after) return newest
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error('no code was mailed')
}
