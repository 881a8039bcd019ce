import { readFileSync } from 'node:fs'
import { expect, type Locator, type Page } from '@playwright/test'
import { defaultTimeZone } from '#platform/domain/time-zones.ts'
import { isoDay } from '#platform/server/provider-calendar.ts'
import { findPostgres } from '../postgres.ts'
import { credit, debit, groupReport, line, statement } from '../samples/bank/answer-parts.ts'
import { accountReportXml, statusReportXml } from '../samples/bank/answers.ts'
import { MoneyPortal, password, send } from './money-world.ts'
import { test } from './portal-fixture.ts'
import { toast, visit } from './steps.ts'

const payouts = '/dashboard/admin-commissions/payouts'
/** The provider's day: late in the evening of UTC it is the next one. */
const today = () => isoDay(new Date(), defaultTimeZone)

/** A client's invoice of 12 000 € net brings 1 800 € at 15 %, and 2 160 € with VAT. */
const invoice = { number: 'F-2026-200', netCents: 1_200_000, vatCents: 240_000 }

/** An accessible name, with the narrow blanks of French amounts. */
const pattern = (text: string) => new RegExp(`^${text.replaceAll(' ', '\\s')}$`)

async function shows(where: Locator, ...texts: readonly string[]): Promise<void> {
  for (const text of texts) await expect(where).toContainText(text, { timeout: 60_000 })
}

/** Drops a bank's answer and applies it. */
async function applyAnswer(page: Page, xml: string, ...texts: readonly string[]): Promise<void> {
  await visit(page, payouts)
  await page.getByRole('button', { name: 'Bank answer' }).click()
  const answer = page.getByRole('dialog', { name: 'Bank answer' })
  const file = { name: 'banque.xml', mimeType: 'application/xml', buffer: Buffer.from(xml) }
  await answer.locator('input[type=file]').setInputFiles(file)
  await shows(answer, ...texts)
  await answer.getByRole('button', { name: 'Apply' }).click()
  await toast(page, 'Bank answer applied')
}

async function newRun(page: Page): Promise<Locator> {
  // Loaded, since the dialog of the last run may be open.
  await page.goto(payouts)
  await page.getByRole('button', { name: 'New run' }).click()
  await page.getByLabel('Payable up to').fill(new Date(Date.now() + 40 * 86_400_000).toISOString().slice(0, 10))
  return page.getByRole('dialog', { name: 'New payout run' })
}

async function issue(page: Page, run: Locator, total: string): Promise<void> {
  await run.getByRole('button', { name: pattern(`Issue 1 payout: ${total}`) }).click()
  await toast(page, 'Payouts issued')
}

/** The drawer of the year's nth payout, in the language of whose page it is. */
async function openPayout(page: Page, path: string, nth: number): Promise<Locator> {
  await visit(page, path)
  const reference = `REL-\\d{4}-\\d{2}-000${nth}`
  const name = new RegExp(`^${path === payouts ? 'Details of' : 'Détails de'} ${reference}`)
  await page.getByRole('button', { name }).click()
  return page.getByRole('dialog', { name: new RegExp(`^${reference}`) })
}

// Documents are printed and sealed meanwhile, in processes of their own.
test.use({ actionTimeout: 60_000 })

test.describe('money, from a client’s transfer to the partner’s account and back', () => {
  test.skip(!findPostgres(), 'this machine has no PostgreSQL')
  test.describe.configure({ mode: 'serial', timeout: 300_000 })
  let world: MoneyPortal
  let staff: Page
  let partner: Page
  test.beforeAll(async ({ browser }) => {
    world = await MoneyPortal.open(browser)
  })
  // The pages of a test are closed after it.
  test.beforeEach(async ({ browser }) => {
    staff = await world.as(browser, 'staff', payouts)
    partner = await world.as(browser, 'partner', '/dashboard/commissions')
  })
  test.afterAll(() => world?.remove())

  const main = (page: Page) => page.getByRole('main')

  test('a client’s credit becomes commission, invoice and transfer, with one sum on every screen', async ({ browser }) => {
    await send(staff.request, 'POST', `/leads/${world.leadId}/client-invoices`, { ...invoice, issuedOn: today() })
    await test.step('the bank’s notification is recorded as a payment of the client', async () => {
      const credited = { ...statement(credit(1_440_000, 'FACTURE F-2026-200', today(), 'C1')), version: 'camt.054.001.08' }
      await applyAnswer(staff, accountReportXml({ ...credited, createdOn: today() }), 'F-2026-200', '14 400,00 €', '1 800,00 €')
      await visit(staff, '/dashboard/admin-commissions')
      await shows(main(staff), '1 800 €', '1 800,00 €', '450,00 €')
      await visit(staff, '/dashboard/admin-commissions/client-payments')
      await shows(main(staff), 'F-2026-200', '12 000,00 €', '1 800,00 €')
      await visit(staff, `/dashboard/admin-leads?lead=${world.leadId}`)
      await staff.getByRole('tab', { name: 'Payments' }).click()
      await shows(staff.getByRole('dialog'), '12 000 € of 15 000 € received', '1 800,00 €')
      await visit(partner, '/dashboard/commissions')
      await shows(main(partner), '12 000 € reçus sur 15 000 €', '1 800,00 €', '450,00 €')
    })

    await test.step('a run makes a statement and a self-billed invoice, which the partner accepts', async () => {
      const run = await newRun(staff)
      await shows(run, 'Anne Conseil', '1 800,00 € + 360,00 € VAT', '2 160,00 €')
      await issue(staff, run, '2 160,00 €')
      await shows(main(staff), '2 160,00 €')
      const own = await openPayout(partner, '/dashboard/commissions/payouts', 1)
      await shows(own, '2 160,00 €', '1 800,00 € HT + 360,00 € de TVA', 'AF-0001-', '12 000,00 € × 15 %')
      await own.getByRole('button', { name: 'Accepter le relevé' }).click()
      await toast(partner, 'Relevé accepté')
      await expect(own.getByRole('link', { name: /^PDF de AF-/ })).toBeVisible()
      const address = await own.getByRole('link', { name: /^PDF de AF-/ }).getAttribute('href')
      expect((await partner.request.get(address ?? '')).headers()['content-type']).toBe('application/pdf')
      await visit(partner, '/dashboard/commissions/invoices')
      await shows(main(partner), 'AF-0001-', '2 160,00 €', 'Accepté')
      await visit(staff, '/dashboard/admin-commissions/invoices')
      await shows(main(staff), 'AF-0001-', '1 800,00 €', '360,00 €', '2 160,00 €')
      await staff.getByRole('checkbox', { name: 'Choose all that are shown' }).check()
      await staff.getByRole('button', { name: /as given to the platform$/ }).click()
      const handover = staff.getByRole('dialog', { name: 'Mark as given to the platform' })
      const reference = handover.getByLabel('Reference')
      await expect(handover.getByRole('textbox', { name: 'Platform', exact: true })).toBeFocused()
      await reference.fill('DEP 2026')
      await staff.keyboard.press('Escape')
      await staff.getByRole('button', { name: 'Keep editing' }).click()
      // While the question closes, Escape would still be meant for it.
      await expect(staff.getByRole('dialog', { name: 'Close without saving?' })).toBeHidden()
      await expect(reference).toHaveValue('DEP 2026')
      await staff.keyboard.press('Escape')
      await staff.getByRole('button', { name: 'Discard' }).click()
      await expect(handover).toBeHidden()
    })

    await test.step('whoever issued it cannot approve it; a second person does', async () => {
      const drawer = await openPayout(staff, payouts, 1)
      await shows(drawer, '2 160,00 €', 'somebody else has to approve it')
      await expect(drawer.getByRole('button', { name: 'Approve payout', exact: true })).toHaveCount(0)
      const second = await world.as(browser, 'second', payouts)
      const other = await openPayout(second, payouts, 1)
      await other.getByRole('button', { name: 'Approve payout', exact: true }).click()
      await second
        .getByRole('dialog', { name: 'Approve payout' })
        .getByRole('button', { name: /^Approve \d/ })
        .click()
      await toast(second, 'Approved')
    })

    let reference = ''
    let endToEnd = ''
    await test.step('the file for the bank has the sum', async () => {
      await visit(staff, payouts)
      await staff.getByRole('button', { name: 'Bank file', exact: true }).click()
      const dialog = staff.getByRole('dialog', { name: 'Bank file' })
      await shows(dialog, 'Anne Conseil', '2 160,00 €')
      const questions = dialog.getByRole('region', { name: 'To be confirmed' })
      for (const tick of await questions.getByRole('checkbox').all()) await tick.check()
      await dialog.getByLabel('Your password', { exact: true }).fill(password)
      const [download] = await Promise.all([
        staff.waitForEvent('download'),
        dialog.getByRole('button', { name: pattern('Make file: 1 transfer, 2 160,00 €') }).click(),
      ])
      const xml = readFileSync(await download.path(), 'utf8')
      expect([...xml.matchAll(/<(?:CtrlSum|InstdAmt Ccy="EUR")>([\d.]+)</g)].map(([, sum]) => sum)).toEqual(
        Array.from({ length: 3 }, () => '2160.00'),
      )
      reference = download.suggestedFilename().replace('.xml', '')
      endToEnd = /<EndToEndId>([^<]+)</.exec(xml)?.[1] ?? ''
      await shows(staff.getByRole('dialog', { name: reference }), '2 160,00 €', 'Sent')
      await shows(await openPayout(partner, '/dashboard/commissions/payouts', 1), 'Envoyé à la banque')
    })

    await test.step('the bank accepts and books it: paid everywhere', async () => {
      const accepted = { ...groupReport(reference, 'ACSP', [line(endToEnd, 'ACSP')]), createdOn: today() }
      await applyAnswer(staff, statusReportXml({ ...accepted, messageId: 'P2' }), '2 160,00 €')
      const booked = { ...statement(debit(endToEnd, 216_000, today())), createdOn: today(), messageId: 'C53' }
      await applyAnswer(staff, accountReportXml(booked), '2 160,00 €')
      await visit(staff, `${payouts}/files`)
      await expect(staff).toHaveURL(new RegExp(`${payouts}$`))
      await shows(main(staff), reference, '2 160,00 €', 'Paid')
      await staff.getByRole('button', { name: reference }).click()
      await shows(staff.getByRole('dialog', { name: reference }), '2 160,00 €', 'Paid')
      await shows(await openPayout(staff, payouts, 1), 'Paid', endToEnd, '2 160,00 €')
      await visit(staff, '/dashboard/admin-commissions')
      await shows(main(staff), '1 800,00 €', 'Paid')
      await visit(staff, '/dashboard')
      await shows(main(staff), '1 800 €')
      await shows(await openPayout(partner, '/dashboard/commissions/payouts', 1), 'Payé', '2 160,00 €')
      await visit(partner, '/dashboard')
      await shows(partner.getByRole('region', { name: 'Vos gains' }), '1 800 €', '450 €')
      await visit(partner, '/dashboard/commissions')
      await shows(main(partner), '1 800 €', '1 800,00 €', 'Paid')
      await visit(staff, '/dashboard/admin-commissions/year')
      await shows(main(staff), 'Anne Conseil', '2 160,00 €')
    })
  })

  test('a refund becomes a clawback, a balance that is carried over, and a credit note', async () => {
    await test.step('staff refund a part; what it brought is taken back', async () => {
      await visit(staff, `/dashboard/admin-leads?lead=${world.leadId}`)
      await staff.getByRole('tab', { name: 'Payments' }).click()
      await staff.getByRole('button', { name: 'Refund F-2026-200' }).click()
      const refund = staff.getByRole('dialog', { name: 'Refund of F-2026-200' })
      await refund.getByLabel('Credit note').fill('AV-2026-9')
      await refund.getByLabel('Amount net of VAT (€)').fill('2000')
      await refund.getByRole('button', { name: /refund/i }).click()
      await toast(staff, 'Refund recorded')
      await shows(staff.getByRole('dialog').first(), 'AV-2026-9', '-300,00 €')
      await visit(partner, '/dashboard/commissions')
      await shows(main(partner), '-300,00 €')
      await visit(partner, '/dashboard/commissions/payouts')
      await shows(partner.getByRole('region', { name: 'En préparation' }), '-300,00 €', 'le solde est reporté')
    })

    await test.step('what is too little is carried over', async () => {
      const paid = { leadId: world.leadId, receivedOn: today(), reference: 'F-2026-210', netCents: 100_000 }
      await send(staff.request, 'POST', '/client-payments', paid)
      const run = await newRun(staff)
      const waiting = run.getByRole('region', { name: 'Waiting' })
      await shows(waiting, 'Anne Conseil', '-150,00 €', 'The balance is negative: it is carried over')
      await expect(run.getByRole('button', { name: /^Issue 0 payouts/ })).toBeDisabled()
    })

    await test.step('the next payout pays what is left, by an invoice and a credit note', async () => {
      const paid = { leadId: world.leadId, receivedOn: today(), reference: 'F-2026-220', netCents: 200_000 }
      await send(staff.request, 'POST', '/client-payments', paid)
      const run = await newRun(staff)
      await shows(run, '150,00 € + 30,00 € VAT', '180,00 €')
      await issue(staff, run, '180,00 €')
      const drawer = await openPayout(staff, payouts, 2)
      await shows(drawer, '150,00 € net + 30,00 € VAT', '180,00 €', '300,00 €', '-300,00 €')
      const documents = drawer.getByRole('list', { name: 'Documents of the payout' })
      await shows(documents, '540,00 €', '-360,00 €', 'Credit note of', 'corrects AF-0001-')
      await visit(partner, '/dashboard/commissions/invoices')
      await shows(main(partner), '2 160,00 €', '540,00 €', '-360,00 €')
      await shows(await openPayout(partner, '/dashboard/commissions/payouts', 2), '180,00 €')
      await visit(staff, '/dashboard/admin-commissions/invoices')
      await shows(main(staff), '2 340,00 €')
    })
  })
})
