import type { Browser, BrowserContextOptions, Page } from '@playwright/test'
import { expect } from '@playwright/test'
import type { PortalProcess } from '../running-portal.ts'
import { toast } from './steps.ts'

export const admin = { fullName: 'Anne Martin', email: 'anne@acme.example', password: 'grand-soleil-42' }
export const partner = { fullName: 'Marie Dupont', email: 'marie@exemple.fr', password: 'petite-lune-17' }

/** A PDF of so many pages, each with its number as text. */
export function contractOf(pages: number): Buffer {
  const numbers = Array.from({ length: pages }, (_, index) => index + 1)
  const content = (number: number) => {
    const lines = Array.from(
      { length: 30 },
      (_, line) => `0 -18 Td (Article ${number}.${line + 1} - Les parties conviennent de ce qui suit.) Tj`,
    )
    return `BT /F1 22 Tf 72 760 Td (Contrat, page ${number}) Tj /F1 11 Tf ${lines.join(' ')} ET`
  }
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${numbers.map((number) => `${2 + 2 * number} 0 R`).join(' ')}] /Count ${pages} >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    ...numbers.flatMap((number) => [
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents ${3 + 2 * number} 0 R /Resources << /Font << /F1 3 0 R >> >> >>`,
      `<< /Length ${content(number).length} >>\nstream\n${content(number)}\nendstream`,
    ]),
  ]
  let body = '%PDF-1.4\n'
  const offsets = objects.map((object, index) => {
    const offset = body.length
    body += `${index + 1} 0 obj\n${object}\nendobj\n`
    return `${String(offset).padStart(10, '0')} 00000 n \n`
  })
  const start = body.length
  const size = objects.length + 1
  body += `xref\n0 ${size}\n0000000000 65535 f \n${offsets.join('')}`
  return Buffer.from(`${body}trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`, 'latin1')
}

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
      .filter((mail) => mail.includes(partner.email))
      .flatMap(
        (mail) =>
          /(?<![\d=#-])(\d{6})(?!\d)[\s\S]{0,200}/.exec(
            /^Subject: .*code de signature/im.test(mail) ? mail.slice(mail.search(/^Subject:/im)) : '',
          )?.[1] ?? [],
      )
    const newest = codes.at(-1)
    if (newest && codes.length > after) return newest
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error('no code was mailed')
}
