import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Browser, expect, type Locator, type Page } from '@playwright/test'
import { pagePaths } from '#access/domain/page-paths.ts'
import { m as auth } from '#accounts/auth/messages/messages.ts'
import { m as templates } from '#contracts/templates/messages/messages.ts'
import { m as lead } from '#leads/leads/messages/messages.ts'
import { m as leads } from '#leads/pages/messages/messages.ts'
import { m as registrations } from '#leads/registrations/messages/messages.ts'
import { commissionStatusLabels } from '#money/commissions/domain.ts'
import { m as commissions } from '#money/commissions/messages/messages.ts'
import { payoutStateLabels } from '#money/payouts/domain/payouts.ts'
import { m as payouts } from '#money/payouts/messages/messages.ts'
import { m as tasks } from '#overview/for-you/messages/messages.ts'
import { m as overview } from '#overview/messages/messages.ts'
import { m as partners } from '#partners/partners/messages/messages.ts'
import type { WrittenLanguage } from '#platform/domain/languages.ts'
import { formatEurosExact } from '#platform/domain/money.ts'
import { defaultTimeZone } from '#platform/domain/time-zones.ts'
import { m as platform } from '#platform/messages/messages.ts'
import { isoDay } from '#platform/server/provider-calendar.ts'
import { parsed, type ReceivedMail } from '../mailbox.ts'
import type { PortalProcess } from '../running-portal.ts'
import { type MoneyPortal, password, people, send } from './money-world.ts'
import { signByApi } from './sign-by-api.ts'
import { toast } from './steps.ts'

const { partner: anne } = people
const client = { name: 'Paul Bernard', company: 'Boulangerie Bernard', email: 'paul@bernard.example' }
/** 15 % of 12 000 €. */
const commissionCents = 180_000

/** A button by its name, which is one text of a catalogue. */
const button = (where: Page | Locator, name: string) => where.getByRole('button', { name, exact: true })

/** The files of the mails that a portal has sent. */
export const mailFilesOf = ({ dataDir }: PortalProcess): string[] =>
  readdirSync(join(dataDir, 'mail'))
    .filter((name) => name.endsWith('.eml'))
    .map((name) => join(dataDir, 'mail', name))

export const mailsIn = (files: readonly string[]): Promise<ReceivedMail[]> =>
  Promise.all(files.map((file) => parsed(readFileSync(file), '')))

/** Sets the language of the portal. What is signed makes a commission due, and who issues a payout may approve it. */
export async function setUpIn({ request }: Page, language: WrittenLanguage): Promise<void> {
  await send(request, 'PUT', '/settings', { language })
  await send(request, 'PUT', '/programme', { commissionBasis: 'signature', secondApprovalAboveCents: 10_000_000 })
}

export async function invite(staff: Page): Promise<void> {
  await button(staff, overview.invitePartner()).click()
  const form = staff.getByRole('dialog', { name: partners.inviteNewPartner() })
  await form.getByLabel(partners.fullName()).fill(anne.fullName)
  await form.getByLabel(partners.email()).fill(anne.email)
  await form.getByLabel(partners.company()).fill('Anne Conseil')
  await form.getByRole('combobox', { name: templates.contract() }).click()
  await staff.getByRole('option', { name: 'Contrat de partenariat (français)' }).click()
  await button(form, partners.sendInvitation()).click()
  await toast(staff, partners.partnerInvited(), '/invitation?token=')
}

/** Opens the invitation in a browser that prefers another language, whose page offers the wanted one. The partner's page. */
export async function acceptInvitation(
  browser: Browser,
  { portal }: MoneyPortal,
  { name, language }: { readonly name: string; readonly language: WrittenLanguage },
): Promise<Page> {
  const other = language === 'fr' ? 'en' : 'fr'
  const context = await browser.newContext({ baseURL: portal.url, locale: other === 'fr' ? 'fr-FR' : 'en-GB' })
  const page = await context.newPage()
  await page.goto(await portal.linkMailedTo(anne.email, 'invitation'))
  await expect(page.locator('html')).toHaveAttribute('lang', other)
  await page.getByRole('link', { name, exact: true }).click()
  await expect(page.locator('html')).toHaveAttribute('lang', language)
  await expect(page.getByRole('navigation', { name: platform.language() })).toBeVisible()
  await expect(page.getByRole('heading', { name: auth.welcome() })).toBeVisible()
  await page.getByLabel(auth.password(), { exact: true }).fill(password)
  await button(page, auth.enterSpace()).click()
  await toast(page, auth.signedIn())
  return page
}

/** Signs the contract, and says where commissions go and how they are invoiced. */
export async function sign(browser: Browser, world: MoneyPortal, { request }: Page): Promise<void> {
  await signByApi(browser, world.portal, anne.email, { name: anne.fullName }, password)
  await world.giveBankDetails(request, {
    mode: 'receipt',
    regime: 'none',
    vatRate: null,
    legalForm: '',
    companyNumber: '',
    vatNumber: '',
  })
}

export async function addLead(partner: Page): Promise<void> {
  await partner.goto(pagePaths.leads)
  await button(partner, leads.addLead()).click()
  const form = partner.getByRole('dialog', { name: leads.addALead() })
  await form.getByLabel(lead.contactName()).fill(client.name)
  await form.getByLabel(leads.company()).fill(client.company)
  await form.getByLabel(leads.columnEmail()).fill(client.email)
  await form.getByLabel(lead.offerType()).selectOption('star')
  await form.getByLabel(`${leads.estimatedAmount()} (€)`).fill('12000')
  await button(form, leads.add()).click()
  await toast(partner, leads.leadAdded())
}

export async function acceptLead(staff: Page): Promise<void> {
  await staff.goto(pagePaths.home)
  const task = tasks.registrationToAnswer({ name: client.company })
  await button(staff, tasks.actOf({ act: tasks.accept(), task })).click()
  await button(staff.getByRole('dialog', { name: registrations.accept() }), registrations.accept()).click()
  await toast(staff, registrations.accepted())
}

/** Moves the lead to its last stage, which makes its commission. */
export async function win({ request }: Page): Promise<void> {
  const { items } = await (await request.get('/api/leads')).json()
  await send(request, 'POST', `/leads/${items[0].id}/move`, { from: 'nouveau', to: 'signe' })
}

export async function validate(staff: Page): Promise<void> {
  await staff.goto(pagePaths.adminCommissions)
  await button(staff.getByRole('region', { name: commissions.allCommissions() }), commissions.validate()).click()
  await button(staff.getByRole('dialog', { name: commissions.validateCommission() }), commissions.validate()).click()
  await toast(staff, commissions.commissionValidated(), formatEurosExact(commissionCents))
}

export async function issueRun(staff: Page): Promise<void> {
  await staff.goto(pagePaths.adminPayouts)
  await button(staff, payouts.newRun()).click()
  const run = staff.getByRole('dialog', { name: payouts.newPayoutRun() })
  await run.getByLabel(payouts.payableUpTo()).fill(isoDay(new Date(Date.now() + 40 * 86_400_000), defaultTimeZone))
  await button(run, payouts.issueRun({ count: 1, sum: formatEurosExact(commissionCents) })).click()
  await toast(staff, payouts.payoutsIssued())
}

/** Reads the commission and the statement, and accepts the statement. Its number and the address of its PDF. */
export async function acceptStatement(partner: Page): Promise<{ reference: string; address: string }> {
  await partner.goto(pagePaths.commissions)
  const main = partner.getByRole('main')
  await expect(main).toContainText(commissionStatusLabels.valide)
  await expect(main).toContainText(formatEurosExact(commissionCents))
  const { items } = await (await partner.request.get('/api/payouts')).json()
  const { reference } = items[0]
  await partner.goto(pagePaths.payouts)
  await button(partner, payouts.detailsOf({ reference })).click()
  const drawer = partner.getByRole('dialog')
  await button(drawer, payouts.accept()).click()
  await toast(partner, payouts.accepted(), reference)
  const address = await drawer.getByRole('link', { name: payouts.statementPdf() }).getAttribute('href', { timeout: 60_000 })
  return { reference, address: address ?? '' }
}

/** Approves the run, pays it at the bank and says so. */
export async function payRun(staff: Page): Promise<void> {
  const amount = formatEurosExact(commissionCents)
  await staff.reload()
  const run = staff.getByRole('region', { name: payouts.theRun() })
  await button(run, payouts.approveAmount({ amount })).click()
  await button(staff.getByRole('dialog', { name: payouts.approvePayout() }), payouts.approveAmount({ amount })).click()
  await toast(staff, payouts.approved(), amount)
  await button(run, payouts.markRunPaid()).click()
  await button(staff.getByRole('dialog', { name: payouts.markPaidTitle() }), payouts.markAmountPaid({ amount })).click()
  await toast(staff, payouts.markedAsPaid(), amount)
}

export async function seePaid(partner: Page): Promise<void> {
  const paid = partner.getByRole('main')
  await partner.goto(pagePaths.commissions)
  await expect(paid).toContainText(commissionStatusLabels.paye)
  await partner.goto(pagePaths.payouts)
  await expect(paid).toContainText(payoutStateLabels.paid)
}

/** The subjects of what the partner is sent on the way, in the language of the test. */
export function subjectsOnTheWay(providerName: string, reference: string): string[] {
  const amount = formatEurosExact(commissionCents)
  return [
    auth.invitationSubject({ reminder: 'no', providerName }),
    registrations.acceptedSubject({ company: client.company }),
    commissions.validatedSubject({ count: 1, sum: amount }),
    payouts.statementSubject({ reference, amount }),
    payouts.paidSubject({ reference, amount }),
  ]
}
