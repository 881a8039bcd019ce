import { readFileSync } from 'node:fs'
import { expect, type Locator, type Page } from '@playwright/test'
import { defaultTimeZone } from '#platform/domain/time-zones.ts'
import { isoDay } from '#platform/server/provider-calendar.ts'
import { findPostgres } from '../postgres.ts'
import { debit, statement } from '../samples/bank/answer-parts.ts'
import { accountReportXml } from '../samples/bank/answers.ts'
import { MoneyPortal, password, people, send } from './money-world.ts'
import { test } from './portal-fixture.ts'
import { signByApi } from './sign-by-api.ts'
import { toast } from './steps.ts'

/** From the invitation to the paid transfer; what is typed, and the choice of a file, are not clicks. */
const maxClicks = 18

test.describe('one path from invited to paid', () => {
  test.skip(!findPostgres(), 'this machine has no PostgreSQL')
  // Contracts and statements are printed and sealed meanwhile, in processes of their own.
  test.use({ actionTimeout: 60_000 })
  test.setTimeout(300_000)
  let world: MoneyPortal
  test.beforeAll(async ({ browser }) => {
    world = await MoneyPortal.open(browser, { withPartner: false })
  })
  test.afterAll(() => world?.remove())

  test('staff need no more than 18 clicks, and none of them leads to the wrong place', async ({ browser }) => {
    const staff = await world.as(browser, 'staff', '/dashboard')
    const today = isoDay(new Date(), defaultTimeZone)
    let clicks = 0
    const click = async (where: Locator) => {
      clicks += 1
      await where.click()
    }
    const button = (name: string | RegExp, where: Page | Locator = staff) => where.getByRole('button', { name })
    // Nobody else has to approve what is below the limit.
    await send(staff.request, 'PUT', '/programme', { secondApprovalAboveCents: 10_000_000 })

    await test.step('the invitation comes with its contract', async () => {
      await click(button('Invite Partner'))
      await staff.getByLabel('Full name').fill(people.partner.fullName)
      await staff.getByLabel('Email').fill(people.partner.email)
      await staff.getByLabel('Company').fill('Anne Conseil')
      await click(staff.getByRole('combobox', { name: 'Contract' }))
      await click(staff.getByRole('option', { name: 'Contrat de partenariat (français)' }))
      await click(button('Send invitation'))
      await toast(staff, 'Partner invited', '/invitation?token=')
    })

    await test.step('the partner comes in, signs, and brings a lead', async () => {
      const visitor = await browser.newContext({ baseURL: world.portal.url })
      const token = new URL(await world.portal.linkMailedTo(people.partner.email, 'invitation')).searchParams.get('token')
      await send(visitor.request, 'POST', '/invitations/accept', { token, fullName: people.partner.fullName, password })
      await signByApi(browser, world.portal, people.partner.email, { name: people.partner.fullName }, password)
      await world.giveBankDetails(visitor.request, {
        mode: 'receipt',
        regime: 'none',
        vatRate: null,
        legalForm: '',
        companyNumber: '',
        vatNumber: '',
      })
      const contact = { name: 'Paul Bernard', company: 'Boulangerie Bernard', email: 'paul@bernard.example', offerType: 'star' }
      await send(visitor.request, 'POST', '/leads', { ...contact, estimatedAmountCents: 1_200_000 })
    })

    await test.step('the lead is accepted from the first page, and its partner signs it', async () => {
      await click(button(/^Accept: Boulangerie Bernard/))
      const accept = staff.getByRole('dialog')
      await click(button(/^Accept/, accept))
      await expect(accept).toBeHidden()
      const partner = await world.as(browser, 'partner', '/favicon.ico')
      const { items } = await (await partner.request.get('/api/leads')).json()
      await send(partner.request, 'POST', `/leads/${items[0].id}/move`, { from: 'nouveau', to: 'signe' })
    })

    await test.step('the client has paid: what it brings is said before it is recorded', async () => {
      await click(staff.getByRole('link', { name: 'Leads', exact: false }).first())
      await click(staff.getByText('Paul Bernard').first())
      await click(button('The client has paid…'))
      const dialog = staff.getByRole('dialog', { name: 'Add client payment' })
      await dialog.getByLabel('Client’s invoice').fill('F-2026-1')
      await dialog.getByLabel('Amount net of VAT (€)').fill('12000')
      await expect(dialog).toContainText(/brings 1\s800,00\s€ for Anne Conseil/i)
      await click(button('Add payment', dialog))
      await toast(staff, 'Client payment recorded', 'Anne Conseil')
    })

    let endToEnd = ''
    await test.step('a run pays it: issued, approved, and in the bank’s file', async () => {
      // It is due in a month: the first page does not ask for a run yet.
      await staff.keyboard.press('Escape')
      await click(staff.getByRole('link', { name: 'Commissions' }))
      await click(staff.getByRole('link', { name: 'Payouts' }))
      await click(button(/^New run/))
      const run = staff.getByRole('dialog', { name: 'New payout run' })
      await run.getByLabel('Payable up to').fill(isoDay(new Date(Date.now() + 40 * 86_400_000), defaultTimeZone))
      await click(button(/^Issue 1 payout/, run))
      await toast(staff, 'Payouts issued')
      const partner = await world.as(browser, 'partner', '/favicon.ico')
      const { items } = await (await partner.request.get('/api/payouts')).json()
      await send(partner.request, 'POST', `/payouts/${items[0].id}/accept`, {})
      await click(button(/^Approve 1\s800,00/, staff.getByRole('region', { name: 'The run' })))
      await click(button('Approve and make the bank file'))
      const file = staff.getByRole('dialog', { name: 'Bank file' })
      await file.getByLabel('Your password', { exact: true }).fill(password)
      const [download] = await Promise.all([staff.waitForEvent('download'), click(button(/^Make file: 1 transfer/, file))])
      endToEnd = /<EndToEndId>([^<]+)</.exec(readFileSync(await download.path(), 'utf8'))?.[1] ?? ''
    })

    await test.step('the bank’s statement is dropped on the list, and the partner is paid', async () => {
      const booked = { ...statement(debit(endToEnd, 180_000, today)), createdOn: today, messageId: 'C53' }
      const content = accountReportXml(booked)
      const data = await staff.evaluateHandle((xml) => {
        const transfer = new DataTransfer()
        transfer.items.add(new File([xml], 'releve.xml', { type: 'application/xml' }))
        return transfer
      }, content)
      await staff.keyboard.press('Escape')
      await staff.locator('body').dispatchEvent('dragover', { dataTransfer: data })
      await expect(staff.getByText('Drop the bank’s answer anywhere')).toBeVisible()
      await staff.locator('body').dispatchEvent('drop', { dataTransfer: data })
      const answer = staff.getByRole('dialog', { name: 'Bank answer' })
      await expect(answer).toContainText(/1\s800,00\s€/)
      await click(button('Apply', answer))
      await toast(staff, 'Bank answer applied')
      const partner = await world.as(browser, 'partner', '/dashboard/commissions')
      await expect(partner.getByRole('main')).toContainText('Paid')
      await expect(partner.getByRole('main')).toContainText(/1\s800,00\s€/)
    })
    test.info().annotations.push({ type: 'clicks', description: String(clicks) })
    expect(clicks).toBeLessThanOrEqual(maxClicks)
  })
})
