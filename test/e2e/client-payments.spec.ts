import { readFileSync } from 'node:fs'
import { expect } from '@playwright/test'
import type { YearOverview } from '#money/accounting/api/year.ts'
import { administrator, password, providerIban } from '../../demo/content.ts'
import { readZip } from '../read-zip.ts'
import type { PortalProcess } from '../running-portal.ts'
import { entry, euros, payment, statement } from '../samples/bank/answer-parts.ts'
import { accountReportXml } from '../samples/bank/answers.ts'
import { change } from './network.ts'
import { test } from './portal-fixture.ts'
import { openAs } from './sample-world.ts'
import { addFilter, changeProgramme, toast, visit } from './steps.ts'
import { startPortalIn } from './worlds.ts'

/** Sums, settings and numbers of documents are its own. */
let portal: PortalProcess
test.beforeAll(async () => {
  portal = await startPortalIn('sample')
})
test.afterAll(() => portal?.remove())

test('a client’s payments, from a file and from a statement, show the partner what each one brings', async ({ browser }) => {
  const staff = await openAs(browser, portal, administrator.email, '/dashboard/admin-commissions/client-payments?search=vasseur')
  const table = staff.getByRole('region', { name: 'Client payments' })
  await expect(table.getByText('refund of F-2026-118')).toBeVisible()
  await test.step('staff record the valid row of a file', async () => {
    await staff.getByRole('link', { name: 'Import', exact: true }).click()
    const csv =
      'Société;Facture;Date;Montant HT\nAteliers Vasseur;F-2026-140;20/10/2026;4 000,00\n' +
      'Ateliers Vasseur;F-2026-140;20/10/2026;4 000,00\nInconnue SARL;F-9;20/10/2026;12\n'
    await staff.setInputFiles('input[type=file]', { name: 'banque.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) })
    await staff.getByRole('button', { name: 'Check', exact: true }).click()
    const rows = staff.getByRole('region', { name: 'All' })
    await expect(rows.getByText('No lead is “Inconnue SARL”')).toBeVisible()
    await expect(rows.getByText('Repeated')).toBeVisible()
    await staff.getByRole('button', { name: 'Import 1 row' }).click()
    await expect(staff.getByText('1 row imported')).toBeVisible({ timeout: 30_000 })
    await staff.getByRole('link', { name: 'Back to the list' }).click()
    await expect(table.getByText('F-2026-140')).toBeVisible()
  })

  await test.step('a period leaves out the last payment', async () => {
    // A period: the last payment is a day too late for it, until all dates are asked for again.
    await addFilter(staff, 'Received')
    await staff.getByLabel('From', { exact: true }).fill('2026-10-21')
    await staff.getByLabel('To', { exact: true }).fill('2026-10-19')
    await staff.getByRole('button', { name: 'Apply' }).click()
    await expect(staff.getByText('The period ends before it begins')).toBeVisible()
    await staff.getByLabel('From', { exact: true }).fill('')
    await staff.getByRole('button', { name: 'Apply' }).click()
    await expect(table.getByText('F-2026-140')).toHaveCount(0)
    await expect(staff.getByRole('link', { name: 'CSV' })).toHaveAttribute('href', /to=2026-10-19/)
    await staff.getByRole('button', { name: 'Received: until 19/10/2026' }).click()
    await staff.getByRole('button', { name: 'All dates', exact: true }).click()
    await expect(table.getByText('F-2026-140')).toBeVisible()
    await expect(staff).not.toHaveURL(/[?&]to=/)
  })

  const partner = await openAs(browser, portal, 'sophie.moreau@exemple.fr', '/dashboard/commissions?search=vasseur')
  const { items } = await (await partner.request.get('/api/client-payments')).json()
  await test.step('the partner reads what was received and what each part brings', async () => {
    await expect(partner.getByText(/13\s500\s€ reçus sur 14\s500\s€/)).toBeVisible()
    await partner.getByRole('button', { name: /^Pourquoi 1\s200,00\s€/ }).click()
    const why = partner.getByRole('dialog', { name: 'Pourquoi ce montant' })
    await expect(why.getByText('part de la facture du client F-2026-140, payée le 20/10/2026')).toBeVisible()
    await visit(partner, `/dashboard/leads?lead=${items[0].lead.id}`)
    await partner.getByRole('tab', { name: 'Paiements' }).click()
    await expect(partner.getByText(/13\s500\s€ sur 14\s500\s€ reçus/)).toBeVisible()
    await expect(partner.getByRole('button', { name: 'Ajouter un paiement' })).toHaveCount(0)
  })

  await test.step('staff record an invoice to the client', async () => {
    await visit(staff, `/dashboard/admin-leads?lead=${items[0].lead.id}`)
    await staff.getByRole('tab', { name: 'Payments' }).click()
    await staff.getByRole('button', { name: 'Add an invoice' }).click()
    await staff.getByLabel('Number of the invoice').fill('F-2026-150')
    await staff.getByLabel('Amount net of VAT (€)').fill('500')
    await staff.getByLabel('VAT (€)', { exact: true }).fill('100')
    await staff.getByRole('button', { name: 'Add invoice' }).click()
    await toast(staff, 'Invoice recorded')
    await expect(staff.getByRole('list', { name: 'Invoices to the client' }).getByText('F-2026-150')).toBeVisible()
  })

  await test.step('the bank’s statement pays the invoice, once', async () => {
    // The bank's statement has a client's payment by its number, and a debit that no payout file knows.
    await visit(staff, '/dashboard/admin-commissions/payouts')
    await staff.getByRole('button', { name: 'Bank answer' }).click()
    const answer = staff.getByRole('dialog', { name: 'Bank answer' })
    const bytes = Buffer.from(
      accountReportXml(
        statement(
          entry(
            [payment(null, { direction: 'credit', amount: euros(60_000), texts: ['Facture F-2026-150'], party: 'VASSEUR' })],
            {
              account: providerIban,
              direction: 'credit',
              bookedOn: '2026-11-02',
            },
          ),
          entry([payment('LOYER-11', { amount: euros(90_000) })], { account: providerIban, bookedOn: '2026-11-02' }),
        ),
      ),
    )
    const file = { name: 'releve.xml', mimeType: 'application/xml', buffer: bytes }
    await answer.locator('input[type=file]').setInputFiles({ ...file, buffer: Buffer.from('<rss/>') })
    await expect(answer.getByText('This is not an answer of a bank')).toBeVisible()
    await answer.locator('input[type=file]').setInputFiles(file)
    await expect(answer.getByRole('checkbox', { name: /^Record F-2026-150, Ateliers Vasseur/ })).toBeChecked()
    await expect(answer.getByRole('list', { name: 'Unknown references' }).getByText('LOYER-11')).toBeVisible()
    await answer.getByRole('button', { name: 'Apply' }).click()
    await toast(staff, 'Bank answer applied')
    await staff.getByRole('button', { name: 'Bank answer' }).click()
    await expect(answer.getByRole('list', { name: 'Applied lately' }).getByText('1 client payment')).toBeVisible()
    await answer.locator('input[type=file]').setInputFiles(file)
    await expect(answer.getByText('This file was applied before')).toBeVisible()
    await expect(answer.getByRole('button', { name: 'Apply' })).toBeDisabled()
  })

  await test.step('staff close the remainder, and the partner sees that all is received', async () => {
    await visit(staff, `/dashboard/admin-leads?lead=${items[0].lead.id}`)
    await staff.getByRole('tab', { name: 'Payments' }).click()
    await staff.getByRole('button', { name: 'Close the remainder' }).click()
    const closing = staff.getByRole('dialog', { name: 'Close the remainder' })
    await closing.getByLabel('Reason').fill('Projet réduit')
    await closing.getByRole('button', { name: 'Close the remainder' }).click()
    await toast(staff, 'Remainder closed')
    await expect(partner.getByText(/^14\s000\s€ reçus$/)).toBeVisible()
  })
})

test('a lead’s rule is asked about before it changes, and a signed lead’s card takes a payment', async ({
  browser,
  sampleWorld,
}) => {
  const staff = await openAs(browser, sampleWorld, administrator.email, '/dashboard/admin-leads?status=signe')
  await test.step('the card’s menu opens the form of a payment', async () => {
    const card = staff.getByRole('region', { name: 'Signé' }).getByRole('article').first()
    await card.getByRole('button', { name: /^Actions/ }).click()
    await staff.getByRole('menuitem', { name: 'The client has paid…' }).click()
    await expect(staff.getByRole('dialog', { name: 'Add client payment' })).toBeVisible()
    await staff.keyboard.press('Escape')
  })
  await test.step('the question says what changes, and leaves the rule as it was', async () => {
    const { items } = await (await staff.request.get('/api/leads?status=signe&limit=50')).json()
    const terms = async (id: string) => (await staff.request.get(`/api/leads/${id}/client-payments`)).json()
    let free = ''
    for (const { id } of items) if (!free && (await terms(id)).can.changeBasis) free = id
    await visit(staff, `/dashboard/admin-leads?lead=${free}`)
    await staff.getByRole('tab', { name: 'Payments' }).click()
    const rule = staff.getByLabel('What makes the commission due')
    const before = await rule.inputValue()
    await rule.selectOption(before === 'cash' ? 'signature' : 'cash')
    const question = staff.getByRole('dialog', { name: 'Change the rule for this lead' })
    await expect(question.getByRole('button', { name: 'Close' })).toBeVisible()
    await question.getByRole('button', { name: 'Keep the rule' }).click()
    await expect(question).toBeHidden()
    await expect(rule).toHaveValue(before)
  })
})

test('staff declare a year: who is paid how much, what is missing, an export that stays as it is', async ({ browser }) => {
  const staff = await openAs(browser, portal, administrator.email, '/dashboard/admin-commissions/year?year=2026')
  const paid = staff.getByRole('region', { name: 'Paid in 2026' })
  await expect(paid.getByText('Data missing').first()).toBeVisible()
  await expect(paid.getByText(/To complete: .*SIRET/).first()).toBeVisible()
  await staff.getByRole('link', { name: 'Declaration settings' }).click()
  await staff.getByRole('link', { name: 'Who we are' }).click()
  await staff.getByRole('button', { name: 'Edit: Establishment' }).click()
  await staff.getByLabel('APE code').fill('62.01z')
  await staff.getByRole('button', { name: 'Save' }).click()
  await toast(staff, 'Settings saved')
  await staff.goto('/dashboard/admin-commissions/year?year=2026')
  await staff.getByRole('button', { name: 'Export the declaration' }).click()
  await toast(staff, 'Declaration exported')
  const exported = staff.getByRole('list', { name: 'Exported declarations of 2026' }).getByRole('listitem').first()
  await expect(exported.getByText(/No fixed-width file: Data missing for/)).toBeVisible()
  const [download] = await Promise.all([
    staff.waitForEvent('download'),
    exported.getByRole('link', { name: 'Table (CSV)' }).click(),
  ])
  expect(download.suggestedFilename()).toBe('das2-2026.csv')
  await expect(staff.getByRole('link', { name: 'Accounting journal (CSV)' })).toBeVisible()
  // As after a payment of the declared year that came back.
  const changed = [{ name: 'Camille Lefèvre', beforeCents: 200_000, nowCents: 100_000 }]
  await change<YearOverview>(staff, '**/api/years/2026', (overview) => ({
    ...overview,
    exports: overview.exports.map((each) => ({ ...each, changed })),
  }))
  await staff.reload()
  await expect(exported).toContainText('Paid sums have changed since')
})

test('a run goes from its issue to the bank’s file and to Paid in the browser', async ({ browser }) => {
  const staff = await openAs(browser, portal, administrator.email, '/dashboard/admin-commissions/payouts')
  const account = { legalName: 'Acme SAS', iban: 'DE89370400440532013000' }
  const putBack = await changeProgramme(staff, { ...account, acceptanceDays: 0, secondApprovalAboveCents: 100_000_000 })
  await staff.getByRole('button', { name: 'New run' }).click()
  await staff.getByLabel('Payable up to').fill(new Date(Date.now() + 60 * 86_400_000).toISOString().slice(0, 10))
  await staff.getByRole('button', { name: /^Issue \d+ payouts?: [\d\s,]+€$/ }).click()
  await toast(staff, 'Payouts issued')
  await staff.getByRole('checkbox', { name: 'Choose all that are shown' }).check()
  const bar = staff.getByRole('region', { name: 'Chosen payouts' })
  await bar.getByRole('button', { name: /^Approve/ }).click()
  await staff
    .getByRole('dialog')
    .getByRole('button', { name: /^Approve \d/ })
    .click()
  await toast(staff, 'Approved')
  // Who types transfers into the bank's pages marks the run as a whole.
  await staff.getByRole('region', { name: 'The run' }).getByRole('button', { name: 'Mark the whole run as paid' }).click()
  const whole = staff.getByRole('dialog', { name: 'Mark as paid' })
  await expect(whole.getByRole('button', { name: /^Mark [\d\s,]+€ as paid$/ })).toBeVisible()
  await whole.getByRole('button', { name: 'Cancel' }).click()

  await staff.getByRole('button', { name: 'Bank file', exact: true }).click()
  const dialog = staff.getByRole('dialog', { name: 'Bank file' })
  await expect(dialog.getByRole('region', { name: 'In the file' }).getByText('Moreau + Associes')).toBeVisible()
  for (const tick of await dialog.getByRole('region', { name: 'To be confirmed' }).getByRole('checkbox').all()) await tick.check()
  await dialog.getByLabel('Your password', { exact: true }).fill(password)
  const [download] = await Promise.all([
    staff.waitForEvent('download'),
    dialog.getByRole('button', { name: /^Make file: \d+ transfers?, / }).click(),
  ])
  expect(download.suggestedFilename()).toMatch(/^PAY-\d{4}-\d\d-\d{4}\.xml$/)
  const xml = readFileSync(await download.path(), 'utf8')
  expect(xml).toContain('<Nm>Moreau + Associes</Nm>')

  const file = staff.getByRole('dialog', { name: /^PAY-/ })
  await expect(file.getByText('Sent', { exact: true })).toBeVisible()
  await file.getByRole('button', { name: 'Download' }).click()
  await staff.getByLabel('Your password', { exact: true }).fill(password)
  const [again] = await Promise.all([
    staff.waitForEvent('download'),
    staff
      .getByRole('dialog', { name: /\.xml$/ })
      .getByRole('button', { name: 'Download' })
      .click(),
  ])
  expect(readFileSync(await again.path(), 'utf8')).toBe(xml)
  const partner = await openAs(browser, portal, 'sophie.moreau@exemple.fr', '/dashboard/commissions/payouts')
  const state = partner.getByRole('region', { name: 'Vos versements' }).locator('.status-badge').first()
  await expect(state).toHaveText('Envoyé à la banque')
  await file.getByRole('button', { name: 'Mark as Paid' }).click()
  await staff.getByLabel('Bank reference').fill('VIR 2026')
  await staff.getByRole('button', { name: /^Mark [\d\s,]+€ as paid$/ }).click()
  await toast(staff, 'Marked as paid')
  await expect(file.getByText('Paid', { exact: true })).toBeVisible()
  await expect(state).toHaveText('Payé')

  await visit(staff, '/dashboard/admin-commissions/invoices?kind=receipt')
  const receipts = staff.getByRole('region', { name: 'Invoices' })
  await expect(receipts.getByText('Claire Fontaine')).toBeVisible()
  await expect(receipts.getByText('Total of these: 1 document')).toBeVisible()
  const pdfAddress = await receipts.getByRole('link', { name: /^PDF of RC-/ }).getAttribute('href')
  // Documents are made after the answer; those that are not there yet stand in the index alone.
  await expect.poll(async () => (await staff.request.get(pdfAddress ?? '')).headers()['content-type']).toBe('application/pdf')
  const [zip] = await Promise.all([staff.waitForEvent('download'), staff.getByRole('link', { name: 'Download as ZIP' }).click()])
  expect(zip.suggestedFilename()).toMatch(/^invoices-\d{4}-\d\d-\d\d\.zip$/)
  expect(readZip(readFileSync(await zip.path())).names).toEqual(['index.csv', expect.stringMatching(/^RC-[\d-]+\.pdf$/)])
  await receipts.getByRole('link', { name: /^REL-/ }).click()
  const documents = staff.getByRole('dialog').getByRole('list', { name: 'Documents of the payout' })
  await expect(documents.getByRole('link', { name: /^PDF of RC-/ })).toBeVisible()
  await putBack()
})
