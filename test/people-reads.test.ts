import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type PartnerRole, partnerRoles } from '#access/domain/actor.ts'
import { leadRoutes } from '#leads/leads/api/leads.ts'
import { registrationRoutes } from '#leads/registrations/api/registrations.ts'
import { commissionRoutes } from '#money/commissions/api/commissions.ts'
import { disputeRoutes } from '#money/disputes/api.ts'
import { overviewRoutes } from '#overview/api.ts'
import { teamRoutes } from '#partners/team/api.ts'
import { addressOf, type Route } from '#platform/api/route.ts'
import { portalRoutes } from '#portal/server/slices.ts'
import { programmeRoutes } from '#provider/programme/api.ts'
import { type CompanyRecords, companyRecords } from './company-records.ts'
import { databaseKinds } from './databases.ts'
import { stage } from './imports.ts'
import { leadUpload } from './lead-files.ts'
import { joinPartner } from './partner-people.ts'
import { ibans, programmeForm } from './payout-app.ts'
import { pdfText } from './pdf-text.ts'
import { SigningTestApp } from './signing-app.ts'
import type { Client } from './test-app.ts'

/** What partners read, but for the stream. */
const reads = Object.values(portalRoutes)
  .flatMap((slice) => Object.entries(slice) as [string, Route][])
  .filter(([, { method, who, answer }]) => method === 'GET' && !['admin', 'anyone'].includes(who) && answer !== 'eventStream')

/** Contacts of two leads, one typed by the owner and one by the member: nobody else's text has these words. */
const owners = {
  name: 'Léontine Secret',
  company: 'Scierie Perdue',
  email: 'leontine@scierie-perdue.example',
  phone: '0698765432',
}
const members = { name: 'Basile Discret', company: 'Moulin Perdu', email: 'basile@moulin-perdu.example', phone: '0687654321' }

type Reader = 'owner' | 'manager' | 'member' | 'accountant'
const all: readonly Reader[] = ['owner', 'manager', 'member', 'accountant']
const ofLeads: readonly Reader[] = ['owner', 'manager', 'member']
const ofAllLeads: readonly Reader[] = ['owner', 'manager']
const ofMoney: readonly Reader[] = ['owner', 'manager', 'accountant']
const ofBank: readonly Reader[] = ['owner', 'accountant']

describe.each(databaseKinds())('what the people of a partner read on %s', (databaseKind) => {
  let desk: SigningTestApp
  let records: CompanyRecords
  const people = new Map<PartnerRole, Client>()
  /** The lead that the owner typed, and the member's. */
  const lead = { owners: { id: '', file: '', commission: '' }, members: { id: '', file: '', commission: '' } }
  let dispute = ''
  let broughtIn = ''

  beforeAll(async () => {
    desk = await SigningTestApp.open(databaseKind)
    records = await companyRecords(desk)
    const { app } = desk
    people.set('owner', records.owner)
    for (const role of ['manager', 'member', 'accountant'] as const) {
      people.set(
        role,
        await joinPartner(app, records.owner, { email: `${role}@cabinet.example`, role, fullName: `Nadia ${role}` }),
      )
    }
    await app.admin.call(programmeRoutes.saveProgramme, { body: { ...programmeForm, registrations: true } })
    lead.owners = await paidLead(of('owner'), owners, 8_765_400)
    lead.members = await paidLead(of('member'), members, 7_654_300)
    const body = { commissionId: lead.owners.commission, message: 'Pourquoi ce montant ?' }
    broughtIn = (await stage(records.owner, { kind: 'leads', rows: [owners] })).id
    dispute = (await records.owner.call(disputeRoutes.openDispute, { body })).id
  })
  afterAll(() => desk.close())

  const of = (role: PartnerRole) => people.get(role) as Client

  /** A registered lead with a file and a message, which was signed. */
  async function paidLead(by: Client, contact: typeof owners, estimatedAmountCents: number) {
    const { admin } = desk.app
    const body = { ...contact, website: '', estimatedAmountCents, offerType: 'star' as const, notes: '' }
    const { id } = await by.call(leadRoutes.addLead, { body })
    const uploadId = await leadUpload(by)
    const { files } = await by.call(portalRoutes.leadFiles.addLeadFile, { params: { id }, body: { uploadId } })
    await admin.call(registrationRoutes.acceptRegistrations, { body: { ids: [id], message: '' } })
    await admin.call(leadRoutes.commentOnLead, { params: { id }, body: { body: 'Bonjour' } })
    await admin.call(leadRoutes.moveLead, { params: { id }, body: { from: 'nouveau', to: 'signe' } })
    const { items } = await records.owner.call(commissionRoutes.listCommissions, { query: {} })
    return { id, file: files[0]?.id ?? '', commission: items.find((each) => each.lead?.id === id)?.id ?? '' }
  }

  /** This says of each read who is answered, with what is asked of the owner's records. */
  const expectations = (): Readonly<
    Record<string, { who: readonly Reader[]; params?: Record<string, string>; query?: Record<string, string> }>
  > => {
    const ownersLead = { params: { id: lead.owners.id } }
    return {
      getMe: { who: all },
      listSessions: { who: all },
      listPasskeys: { who: all },
      team: { who: all },
      listLeads: { who: ofLeads },
      leadSummary: { who: ofLeads },
      leadBoard: { who: ofLeads, query: { columns: 'signe' } },
      changedLeads: { who: ofLeads, query: { ids: lead.owners.id } },
      getLead: { who: ofAllLeads, ...ownersLead },
      findDuplicate: { who: ofLeads, query: { email: owners.email } },
      leadTimeline: { who: ofAllLeads, ...ownersLead },
      leadComments: { who: ofAllLeads, ...ownersLead },
      leadsCsv: { who: ofLeads },
      leadFile: { who: ofAllLeads, params: { id: lead.owners.file } },
      leadReceipt: { who: ofAllLeads, ...ownersLead },
      leadSettings: { who: all },
      listImports: { who: ofLeads },
      // A file is read by whoever has brought it.
      readImport: { who: ['owner'], params: { id: broughtIn } },
      listImportRows: { who: ['owner'], params: { id: broughtIn } },
      refusedRowsCsv: { who: ['owner'], query: { importId: broughtIn } },
      rememberedMapping: { who: ofLeads, params: { kind: 'leads', titlesHash: '0'.repeat(64) } },
      getRegistration: { who: ofAllLeads, ...ownersLead },
      getIntroductionLink: { who: ofAllLeads },
      getClientConfirmation: { who: ofAllLeads, ...ownersLead },
      getLeadNotice: { who: ofAllLeads, ...ownersLead },
      listCommissions: { who: ofMoney },
      commissionSummary: { who: ofMoney },
      commissionHistory: { who: ofMoney, params: { id: lead.owners.commission } },
      commissionsCsv: { who: ofMoney },
      listClientPayments: { who: ofMoney },
      clientPaymentSummary: { who: ofMoney },
      clientPaymentsCsv: { who: ofMoney },
      leadReceipts: { who: ofAllLeads, ...ownersLead },
      listDisputes: { who: ofMoney },
      disputeMessages: { who: ofMoney, params: { id: dispute } },
      listPayouts: { who: ofMoney },
      payoutSummary: { who: ofMoney },
      nextPayout: { who: ofMoney },
      getPayout: { who: ofMoney, params: { id: records.payout } },
      payoutStatement: { who: ofMoney, params: { id: records.payout } },
      payoutsCsv: { who: ofMoney },
      invoiceFile: { who: ofMoney, params: { id: records.invoice } },
      listInvoices: { who: ofMoney },
      invoiceSummary: { who: ofMoney },
      documentFile: { who: ofMoney, params: { id: records.document } },
      // A receipt has no XML.
      documentXml: { who: [], params: { id: records.document } },
      invoicesZip: { who: ofMoney },
      invoicesCsv: { who: ofMoney },
      ownDocuments: { who: ofBank },
      vigilanceFile: { who: ofBank, params: { id: records.vigilance } },
      listCertificates: { who: ofMoney },
      // No year has ended since the payout.
      certificate: { who: [], params: { id: records.owner.userId, year: '2025' } },
      listTiers: { who: all },
      myStanding: { who: ofMoney },
      termsChanges: { who: ofMoney },
      listContracts: { who: ofMoney },
      contractLink: { who: ofMoney, params: { id: records.link } },
      // Its document was uploaded: there is no text.
      contractText: { who: [], params: { id: records.signed } },
      contractEvidence: { who: ofMoney, params: { id: records.signed } },
      sealedVersion: { who: ofMoney, params: { id: records.signed, signature: records.signature } },
      listResources: { who: all },
      // Nobody has reached its tier.
      resourceFile: { who: [], params: { id: records.resource } },
      getPaymentInfo: { who: ofBank },
      getBilling: { who: ofBank },
      getNotifications: { who: all },
      getNewsMail: { who: all },
      unreadLeads: { who: ofLeads },
      // A proof gives the ticket.
      ownData: { who: [], query: { ticket: 'no ticket, but as long as one' } },
      ownDataPace: { who: all },
      ownAnnouncements: { who: all },
      getOverview: { who: all },
      getTrends: { who: all },
      getToDo: { who: all },
      getComing: { who: all },
      search: { who: all, query: { q: 'Perdu' } },
      listSavedViews: { who: all },
    }
  }

  async function read(role: PartnerRole, name: string, route: Route) {
    const { params = {}, query = {} } = expectations()[name] ?? {}
    const path = addressOf(route).replace(/:(\w+)/g, (_, part: string) => params[part] ?? '')
    const answer = await of(role).send('GET', `${path}?${new URLSearchParams(query)}`)
    const isPdf = answer.headers['content-type'] === 'application/pdf'
    const text = isPdf && answer.statusCode === 200 ? await pdfText(answer.rawPayload) : answer.body
    return { name, status: answer.statusCode, text }
  }

  /** The answers to everything that a role may read, by route. */
  async function readAll(role: PartnerRole) {
    const answers: Awaited<ReturnType<typeof read>>[] = []
    for (const [name, route] of reads) answers.push(await read(role, name, route))
    return answers.filter(({ status }) => status < 400)
  }

  /** Which reads of a role contain one of the words. */
  async function told(role: PartnerRole, words: readonly (string | RegExp)[]) {
    const says = (text: string) => words.some((word) => (typeof word === 'string' ? text.includes(word) : word.test(text)))
    return (await readAll(role)).filter(({ text }) => says(text)).map(({ name }) => name)
  }

  test('is said here of every route that partners read', () => {
    expect(reads.map(([name]) => name).toSorted()).toEqual(Object.keys(expectations()).toSorted())
  })

  test.each(partnerRoles)('%s reads of the company what the role is for, and no more', async (role) => {
    const wrong: string[] = []
    for (const [name, route] of reads) {
      const { status } = await read(role, name, route)
      const mayRead = expectations()[name]?.who.includes(role) ?? false
      if (status < 400 !== mayRead || status >= 500) wrong.push(`${name}: ${status}`)
    }
    expect(wrong).toEqual([])
  })

  test('a member reads every part of a lead of their own', async () => {
    const { id, file } = lead.members
    for (const part of ['', '/timeline', '/comments', '/receipt', '/registration', '/client-confirmation', '/notice']) {
      expect([part, (await of('member').send('GET', `/api/leads/${id}${part}`)).statusCode]).toEqual([part, 200])
    }
    expect((await of('member').send('GET', `/api/lead-files/${file}/file`)).statusCode).toBe(200)
  })

  test('no answer to a member says anything of a colleague’s lead', async () => {
    const words = [owners.name, owners.company, owners.email, owners.phone, lead.owners.id]
    expect(await told('member', words)).toEqual([])
    expect(await told('owner', words)).toEqual(expect.arrayContaining(['listLeads', 'leadsCsv', 'search', 'changedLeads']))
    expect(await told('member', [members.company])).toEqual(
      expect.arrayContaining(['listLeads', 'leadsCsv', 'leadBoard', 'search']),
    )
  })

  test('no answer to an accountant has a contact of a lead', async () => {
    const contacts = [owners, members].flatMap(({ name, email, phone }) => [name, email, phone])
    expect(await told('accountant', contacts)).toEqual([])
    expect(await told('owner', contacts)).toEqual(expect.arrayContaining(['listLeads', 'getLead']))
  })

  test('an accountant reads whose client each commission is of', async () => {
    const { items } = await of('accountant').call(commissionRoutes.listCommissions, { query: {} })
    const seen = await records.owner.call(commissionRoutes.listCommissions, { query: {} })
    const clients = (list: typeof items) => list.map(({ lead: of }) => of && (of.company || of.name))
    expect(items.map(({ lead: of }) => of?.name ?? null)).toEqual(clients(seen.items))
    expect(clients(items).filter(Boolean).length).toBeGreaterThan(1)
  })

  test('no answer to a manager or a member has the IBAN', async () => {
    const written = ibans.flatMap((iban) => [iban, iban.replace(/(.{4})(?=.)/g, '$1 ')])
    for (const role of ['manager', 'member'] as const) expect([role, await told(role, written)]).toEqual([role, []])
  })

  test('no answer to a member without amounts says what leads bring', async () => {
    const { items } = await records.owner.call(commissionRoutes.listCommissions, { query: {} })
    const amounts = items.map(({ amountCents }) => new RegExp(`\\b${amountCents}\\b`))
    expect(amounts.length).toBeGreaterThan(2)
    expect(await told('member', amounts)).toEqual([])
    expect(await told('accountant', amounts)).toEqual(expect.arrayContaining(['listCommissions']))
  })

  test('a member who may read amounts reads in every sum what their list adds up to', async () => {
    const email = 'montants@cabinet.example'
    const member = await joinPartner(desk.app, records.owner, { email, role: 'member', seesAmounts: true })
    await paidLead(member, { ...members, company: 'Moulin des Montants', email: 'moulin@montants.example' }, 6_543_200)
    const { items } = await member.call(commissionRoutes.listCommissions, { query: {} })
    const [listed] = items
    expect([items.length, listed?.lead?.company]).toEqual([1, 'Moulin des Montants'])
    const { byStatus } = await member.call(commissionRoutes.commissionSummary, { query: {} })
    const { months } = await member.call(overviewRoutes.getTrends, {})
    const overview = await member.call(overviewRoutes.getOverview, {})
    const sum = (all: readonly number[]) => all.reduce((total, each) => total + each, 0)
    expect([
      sum(byStatus.map(({ amountCents }) => amountCents)),
      sum(months.map(({ commissionCents }) => commissionCents)),
      overview.totalCommissionsCents,
      overview.contractsSigned,
    ]).toEqual([listed?.amountCents, listed?.amountCents, listed?.amountCents, 1])
  })

  test('and why each of theirs is what it is, in its history and in the lead’s, and of nobody else’s', async () => {
    const member = await joinPartner(desk.app, records.owner, {
      email: 'pourquoi@cabinet.example',
      role: 'member',
      seesAmounts: true,
    })
    const { id, commission } = await paidLead(
      member,
      { ...members, company: 'Moulin du Pourquoi', email: 'm@pourquoi.example' },
      12_300,
    )
    const [listed] = (await member.call(commissionRoutes.listCommissions, { query: {} })).items
    const body = { ids: [commission], amountCents: listed?.amountCents ?? 0 }
    await desk.app.admin.call(commissionRoutes.validateCommissions, { body })
    const { events } = await member.call(commissionRoutes.commissionHistory, { params: { id: commission } })
    expect(events.map(({ name }) => name)).toEqual(['commission.created', 'commission.validated'])
    const { items } = await member.call(leadRoutes.leadTimeline, { params: { id }, query: {} })
    expect(items.map(({ what }) => what)).toEqual(expect.arrayContaining(['commission.created']))
    const others = await member.try(commissionRoutes.commissionHistory, { params: { id: lead.members.commission } })
    expect(others.status).toBe(404)
  })

  test('who has left reads nothing, by whatever address they were given', async () => {
    const gone = await joinPartner(desk.app, records.owner, {
      email: 'gone@cabinet.example',
      role: 'owner',
      fullName: 'Nadia Partie',
    })
    const { items } = await gone.call(portalRoutes.contracts.listContracts, { query: {} })
    const addresses = [
      ...items.flatMap(({ document }) => (document?.url.startsWith('/') ? [document.url] : [])),
      `/api/lead-files/${lead.owners.file}/file`,
      `/api/payouts/${records.payout}/statement`,
      `/api/leads.csv`,
    ]
    expect(addresses.length).toBeGreaterThan(3)
    const statuses = async () => Promise.all(addresses.map(async (url) => (await gone.send('GET', url)).statusCode))
    expect(new Set(await statuses())).toEqual(new Set([200]))
    await records.owner.call(teamRoutes.endColleague, { params: { id: gone.userId }, query: {} })
    for (const status of await statuses()) expect([401, 404, 410]).toContain(status)
  })
})
