import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { accountRoutes } from '#accounts/auth/api/account.ts'
import { authRoutes } from '#accounts/auth/api/auth.ts'
import { remindBySchedule } from '#communication/reminders/server/daily.ts'
import { contractRoutes } from '#contracts/contracts/api/contracts.ts'
import { leadRoutes } from '#leads/leads/api/leads.ts'
import { billingRoutes } from '#money/billing/api.ts'
import { clientPaymentRoutes } from '#money/client-payments/api/client-payments.ts'
import { commissionRoutes } from '#money/commissions/api/commissions.ts'
import { invoiceRoutes } from '#money/invoices/api.ts'
import { payoutRoutes } from '#money/payouts/api/payouts.ts'
import { vigilanceRoutes } from '#money/vigilance/api.ts'
import { followDocuments } from '#money/vigilance/server/daily.ts'
import { searchRoutes } from '#overview/search/api.ts'
import { partnerRoutes } from '#partners/partners/api/partners.ts'
import { partnerProfileRoutes } from '#partners/profile/api/profile.ts'
import { defaultTimeZone } from '#platform/domain/time-zones.ts'
import { isoDay } from '#platform/server/provider-calendar.ts'
import { databaseKinds } from '#test/databases.ts'
import { queueAtRest } from '#test/partner-mail.ts'
import { PayoutApp } from '#test/payout-app.ts'
import { pdfText } from '#test/pdf-text.ts'
import { registeredProvider, selfBilling, signedMandate } from '#test/self-billing.ts'
import { minute, SigningTestApp } from '#test/signing-app.ts'
import { type Client, password } from '#test/test-app.ts'
import { teamRoutes } from '../api.ts'

const founderName = 'Marie Dupré 1'
const successorName = 'Nadia Colas'
const successorAddress = 'nadia@exemple.fr'

describe.each(databaseKinds())('a partner whose founder has left, on %s', (databaseKind) => {
  let desk: SigningTestApp
  let world: PayoutApp
  let founder: Client
  let nadia: Client
  let partnerId: string
  let leadId: string
  let before: Record<string, Buffer>

  beforeAll(async () => {
    desk = await SigningTestApp.open(databaseKind)
    world = await PayoutApp.around(desk.app)
    await world.programme(registeredProvider)
    await desk.nextPartner()
    founder = desk.marie
    partnerId = founder.userId
    await desk.signed(await desk.assign())
    await staff().call(partnerRoutes.setPartnerExternalId, { params: { id: partnerId }, body: { externalId: 'crm-7' } })
    await world.bankDetails(founder, founderName)
    await founder.call(billingRoutes.saveBilling, { body: { ...selfBilling, legalName: 'Dupré SARL' } })
    await signedMandate(world, founder)
    leadId = (
      await founder.call(leadRoutes.addLead, {
        body: { name: 'Zoé', company: 'Cliente SARL', email: 'z@client.fr', estimatedAmountCents: 90_000, offerType: 'star' },
      })
    ).id
    await world.payable(founder, 12_300)
    await world.issued()
    await queueAtRest(desk.app)
    before = await papers()
    nadia = await secondOwner()
    await nadia.call(accountRoutes.chooseLanguage, { body: { language: 'en' } })
    await choose(nadia)
    // A founder who was told of it may object for a week.
    await desk.app.portal.database.asOwner((run) => run("update appointments set made_at = made_at - interval '8 days'"))
    await nadia.call(teamRoutes.endColleague, { params: { id: founder.userId }, query: {} })
    await queueAtRest(desk.app)
    desk.mailbox.mails.length = 0
  })
  afterAll(() => desk.close())

  const staff = () => desk.app.admin
  const choose = ({ userId: personId }: Client) =>
    staff().call(teamRoutes.chooseMainPerson, { params: { id: partnerId }, body: { personId, password } })
  const secondOwner = async () => {
    const body = { fullName: successorName, email: successorAddress, role: 'owner' as const, password }
    const { people } = await staff().call(teamRoutes.inviteToPartner, { params: { id: partnerId }, body })
    const client = desk.app.anonymous()
    client.userId = people.at(-1)?.id ?? ''
    const token = await desk.app.invitationToken(client.userId)
    await client.call(authRoutes.acceptInvitation, { body: { token, fullName: successorName, password } })
    return client
  }
  const file = async (url: string) => {
    const { statusCode, rawPayload } = await staff().send('GET', url)
    expect([url, statusCode]).toEqual([url, 200])
    return rawPayload
  }
  /** What was signed, issued and sealed. */
  const papers = async () => {
    const [payout] = (await staff().call(payoutRoutes.listPayouts, { query: { partnerId, sort: 'reference' } })).items
    const [invoice] = (await staff().call(invoiceRoutes.listInvoices, { query: { partnerId, sort: 'date' } })).items
    const { items } = await staff().call(contractRoutes.listContracts, { query: { partnerId, contractType: 'main' } })
    const [contract] = items
    if (!contract) throw new Error('the partner has signed one')
    return {
      contract: await desk.download(staff(), contract),
      statement: await file(`/api/payouts/${payout?.id}/statement`),
      invoice: await file(`/api/invoices/${invoice?.id}/file`),
      xml: await file(`/api/invoices/${invoice?.id}/xml`),
    }
  }
  const mailsTo = async () => {
    await queueAtRest(desk.app)
    return new Set(desk.mailbox.mails.splice(0).map(({ to }) => to))
  }

  test('is called by the new main person in every list, under the same ids', async () => {
    const { items } = await staff().call(partnerRoutes.listPartners, { query: { search: 'nadia' } })
    expect(items).toMatchObject([{ id: partnerId, fullName: successorName, email: successorAddress, externalId: 'crm-7' }])
    expect((await staff().call(partnerRoutes.listPartners, { query: { search: 'marie' } })).items).toEqual([])
    const byExternalId = await staff().call(partnerRoutes.getPartnerByExternalId, { params: { externalId: 'crm-7' } })
    expect([byExternalId.id, byExternalId.fullName]).toEqual([partnerId, successorName])
    const { partners } = await staff().call(partnerRoutes.partnerNames, {})
    expect(partners.find(({ id }) => id === partnerId)?.name).toBe(successorName)
    const named = await Promise.all([
      staff().call(leadRoutes.listLeads, { query: { partnerId } }),
      staff().call(contractRoutes.listContracts, { query: { partnerId } }),
      staff().call(commissionRoutes.listCommissions, { query: { partnerId, search: 'nadia' } }),
      staff().call(payoutRoutes.listPayouts, { query: { partnerId } }),
    ])
    for (const { items: rows } of named) {
      expect(rows.length).toBeGreaterThan(0)
      for (const { partner } of rows) expect(partner).toMatchObject({ id: partnerId, name: successorName, deleted: false })
    }
  })

  test('is found by the new name, and the page of its id is theirs', async () => {
    const { groups } = await staff().call(searchRoutes.search, { query: { q: 'nadia colas' } })
    expect(groups.find(({ group }) => group === 'Partners')?.hits).toMatchObject([{ id: partnerId, title: successorName }])
    const { person, deletedAt } = await staff().call(partnerProfileRoutes.getPartnerProfile, { params: { id: partnerId } })
    expect([person.fullName, person.email, deletedAt]).toEqual([successorName, successorAddress, null])
  })

  test('says in its history who was the main person and who is', async () => {
    const { items } = await staff().call(partnerProfileRoutes.partnerHistory, { params: { id: partnerId }, query: {} })
    const change = items.find(({ what }) => what === 'team.main_person_changed')
    expect(change).toMatchObject({ about: '', before: founderName, after: successorName, who: { staff: true } })
    expect(items.find(({ what }) => what === 'team.person_left')).toMatchObject({ who: { name: successorName, staff: false } })
  })

  test('keeps what was signed, issued and sealed, byte for byte', async () => {
    const now = await papers()
    for (const [name, content] of Object.entries(before)) {
      expect([name, content.equals(now[name as keyof typeof now])]).toEqual([name, true])
    }
  })

  test('is written to at the new main person’s address', async () => {
    await staff().call(leadRoutes.commentOnLead, { params: { id: leadId }, body: { body: 'Bonjour' } })
    expect([...(await mailsTo())]).toEqual([successorAddress])
    await desk.app.pass(minute)
    await staff().call(commissionRoutes.holdCommission, {
      params: { id: await world.payable(founder, 5000) },
      body: { reason: 'Facture' },
    })
    expect(await mailsTo()).toEqual(new Set([successorAddress]))
  })

  test('is asked for documents and reminded as before', async () => {
    await world.programme({ ...registeredProvider, vigilanceThresholdCents: 100, vigilancePercent: 80 })
    await followDocuments(desk.app.portal)
    await remindBySchedule(desk.app.portal)
    expect(await mailsTo()).toEqual(new Set([successorAddress]))
    const { documents } = await staff().call(vigilanceRoutes.partnerDocuments, { params: { id: partnerId } })
    expect(documents.length).toBeGreaterThan(0)
  })

  test('gets statements in the language of the new main person', async () => {
    await world.payable(founder, 7000)
    const [payout] = await world.issued()
    await queueAtRest(desk.app)
    const text = await pdfText(await file(`/api/payouts/${payout?.id}/statement`))
    expect(text).toContain('Statement of commissions')
  })

  test('has clients whose payments are recorded', async () => {
    await nadia.call(leadRoutes.moveLead, { params: { id: leadId }, body: { from: 'nouveau', to: 'signe' } })
    await staff().call(clientPaymentRoutes.changeBasis, { params: { id: leadId }, body: { basis: 'cash' } })
    const body = { leadId, reference: 'F-1', receivedOn: isoDay(desk.app.now, defaultTimeZone), netCents: 4000 }
    expect((await staff().try(clientPaymentRoutes.recordClientPayment, { body })).status).toBe(201)
  })
})
