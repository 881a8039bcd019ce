import { beforeEach, expect, test } from 'vitest'
import { pagePaths } from '#access/domain/page-paths.ts'
import { contractRoutes } from '#contracts/contracts/api/contracts.ts'
import { leadSettingsRoutes, readableField, readableOffer } from '#leads/lead-settings/api.ts'
import { leadRoutes } from '#leads/leads/api/leads.ts'
import { registrationRoutes } from '#leads/registrations/api/registrations.ts'
import { clientPaymentRoutes } from '#money/client-payments/api/client-payments.ts'
import { commissionRoutes } from '#money/commissions/api/commissions.ts'
import { disputeRoutes } from '#money/disputes/api.ts'
import { invoiceRoutes } from '#money/invoices/api.ts'
import { payoutRoutes } from '#money/payouts/api/payouts.ts'
import { eventJournalRoutes } from '#operations/journal/api.ts'
import { webhookRoutes } from '#operations/webhooks/api/webhooks.ts'
import { taskAddress, taskFilter, taskKinds } from '#overview/for-you/domain/task-kinds.ts'
import { partnerRoutes } from '#partners/partners/api/partners.ts'
import { noticeRoutes } from '#people-data/notices/api.ts'
import { requestRoutes } from '#people-data/requests/api/requests.ts'
import { answer } from '#test/components/api.ts'
import { boardOf } from '#test/components/empty-portal.ts'
import { answerAllReads, expectFile, expectQueries, type ListRoute } from '#test/components/list-requests.ts'
import { staff } from '#test/components/people.ts'
import { sampleOf } from '#test/components/sample-of.ts'
import { defaultStages } from '#test/default-stages.ts'

const id = '01890000-0000-7000-8000-000000000101'
const otherId = '01890000-0000-7000-8000-000000000102'
const period = { from: '2026-01-01', to: '2026-03-31' }
/** Values that no filter has, a day that is none, an order by nothing, and filters of other lists. */
const nonsense =
  'status=none&waits=never&disputed=no&partner=nobody&state=unknown&run=1&in-file=2&invoice=lost&kind=other&handed=maybe&type=x' +
  '&stage=last&role=king&bank=closed&billing=never&documents=none&invitation=late&queue=long&offer=none&stale=no' +
  '&duplicates=no&event=nothing&person=x&subject=y&webhook=z&field.region=mars&from=yesterday&to=2026-02-30&sort=colour' +
  '&sort-date=colour&sort-signed=-colour&search=%00&payoutId=1&partnerId=2&page=4'

const expectSent = <Query,>(address: string, route: ListRoute<Query>, queries: readonly NoInfer<Query>[]) =>
  expectQueries(address, { as: staff, route, queries })

beforeEach(() => {
  answerAllReads()
  answer(leadRoutes.leadBoard, boardOf([]))
  answer(leadSettingsRoutes.leadSettings, {
    offers: [{ ...sampleOf(readableOffer), key: 'star', name: 'Star', isOpen: true }],
    fields: [{ ...sampleOf(readableField), key: 'urgent', name: 'Urgent', kind: 'yes_no', inList: true, isOpen: true }],
    stages: [...defaultStages],
  })
})

test('an address of commissions asks for what it says', async () => {
  const { adminCommissions: path } = pagePaths
  const { listCommissions, commissionSummary } = commissionRoutes
  const filter = { status: 'valide', waits: 'payment', disputed: 'yes', partnerId: id, search: 'Anne B', ...period } as const
  const address = `${path}?status=valide&waits=payment&disputed=yes&partner=${id}&search=Anne+B&from=2026-01-01&to=2026-03-31`
  await expectSent(`${address}&sort=-amount`, listCommissions, [{ ...filter, sort: '-amount' }])
  await expectFile('/api/commissions.csv', filter)
  await expectSent(`${path}?status=paye&run=${id}`, commissionSummary, [{}, { status: 'paye' }])
  await expectSent(`${path}?${nonsense}`, listCommissions, [{ sort: '-date' }])
  await expectFile('/api/commissions.csv', {})
})

test('an address of contracts asks for what it says, in both of its orders', async () => {
  const { adminContracts: path } = pagePaths
  const { listContracts } = contractRoutes
  const filter = { contractType: 'amendment', partnerId: id, search: 'camille', ...period } as const
  const address = `${path}?type=amendment&partner=${id}&search=camille&from=2026-01-01&to=2026-03-31`
  await expectSent(`${address}&sort-date=title&sort-signed=-partner`, listContracts, [
    { ...filter, status: 'en_attente', sort: 'title' },
    { ...filter, status: 'signe', sort: '-partner' },
  ])
  await expectFile('/api/contracts.csv', filter)
  await expectSent(`${path}?stage=opened&waits=partner`, listContracts, [
    { status: 'en_attente', stage: 'opened', waits: 'partner', sort: '-date' },
  ])
  await expectFile('/api/contracts.csv', { stage: 'opened', waits: 'partner' })
  await expectSent(`${path}?${nonsense}&status=signe`, listContracts, [
    { status: 'en_attente', sort: '-date' },
    { status: 'signe', sort: '-signed' },
  ])
})

test('an address of payouts asks for what it says', async () => {
  const { adminPayouts: path } = pagePaths
  const { listPayouts, payoutSummary } = payoutRoutes
  const choices = { state: 'issued', waits: 'second', invoice: 'submitted' } as const
  const filter = { ...choices, partnerId: id, runId: otherId, fileId: id, search: 'pay-1', ...period }
  const address =
    `${path}?state=issued&waits=second&invoice=submitted&partner=${id}&run=${otherId}&in-file=${id}&search=pay-1` +
    '&from=2026-01-01&to=2026-03-31'
  await expectSent(`${address}&sort=reference`, listPayouts, [
    { ...filter, sort: 'reference' },
    // Those of the run that can be approved or paid.
    { runId: otherId, limit: 200 },
  ])
  await expectFile('/api/payouts.csv', filter)
  await expectSent(`${path}?in-file=${id}`, payoutSummary, [{}, { fileId: id }])
  await expectSent(`${path}?${nonsense}`, listPayouts, [{ sort: '-date' }])
})

test('an address of invoices asks for what it says', async () => {
  const { adminInvoices: path } = pagePaths
  const { listInvoices, invoiceSummary } = invoiceRoutes
  const filter = { kind: 'credit_note', handedOver: 'no', partnerId: id, search: 'f-2026', ...period } as const
  const address = `${path}?kind=credit_note&handed=no&partner=${id}&search=f-2026&from=2026-01-01&to=2026-03-31`
  await expectSent(`${address}&sort=-number`, listInvoices, [{ ...filter, sort: '-number' }])
  await expectFile('/api/invoices.csv', filter)
  await expectSent(`${path}?handed=anew`, invoiceSummary, [{ handedOver: 'anew' }])
  await expectSent(`${path}?${nonsense}&payout=${id}&payoutId=${id}`, listInvoices, [{ sort: '-date' }])
})

test('an address of disputes asks for what it says', async () => {
  const { adminDisputes: path } = pagePaths
  const { listDisputes } = disputeRoutes
  const filter = { state: 'open', partnerId: id, search: 'anne', ...period } as const
  const address = `${path}?state=open&partner=${id}&search=anne&from=2026-01-01&to=2026-03-31`
  await expectSent(address, listDisputes, [filter])
  await expectSent(`${path}?${nonsense}&leadId=${id}&commissionId=${id}`, listDisputes, [{}])
})

test('an address of notices asks for what it says', async () => {
  const path = `${pagePaths.peopleData}?view=notices`
  const { listNotices } = noticeRoutes
  const filter = { queue: 'overdue', state: 'told', partnerId: id } as const
  await expectSent(`${path}&queue=overdue&state=told&partner=${id}`, listNotices, [{ ...filter, sort: 'due' }])
  await expectSent(`${path}&${nonsense}`, listNotices, [{ sort: 'due' }])
})

test('an address of client payments asks for what it says', async () => {
  const { clientPayments: path } = pagePaths
  const { listClientPayments, clientPaymentSummary } = clientPaymentRoutes
  const filter = { kind: 'refund', partnerId: id, search: 'vasseur', ...period } as const
  const address = `${path}?kind=refund&partner=${id}&search=vasseur&from=2026-01-01&to=2026-03-31`
  await expectSent(`${address}&sort=lead`, listClientPayments, [{ ...filter, sort: 'lead' }])
  await expectFile('/api/client-payments.csv', filter)
  await expectSent(`${path}?kind=payment`, clientPaymentSummary, [{}, { kind: 'payment' }])
  await expectSent(`${path}?${nonsense}`, listClientPayments, [{ sort: '-received' }])
})

test('an address of partners asks for what it says', async () => {
  const { partners: path } = pagePaths
  const { listPartners, partnerSummary } = partnerRoutes
  const choices = { role: 'partner', state: 'active', contract: 'none', bank: 'recent', billing: 'mandate_missing' } as const
  const filter = { ...choices, documents: 'to_check', invitation: 'none', search: 'goff', ...period } as const
  const address =
    `${path}?role=partner&state=active&contract=none&bank=recent&billing=mandate_missing&documents=to_check` +
    '&invitation=none&search=goff&from=2026-01-01&to=2026-03-31'
  await expectSent(`${address}&sort=company`, listPartners, [{ ...filter, sort: 'company' }])
  await expectFile('/api/partners.csv', filter)
  await expectSent(`${path}?contract=signe`, partnerSummary, [{ contract: 'signe' }])
  await expectSent(`${path}?${nonsense}&contract=maybe`, listPartners, [{ sort: '-joined' }])
})

test('an address of leads asks for what it says', async () => {
  const { adminLeads: path } = pagePaths
  const { leadBoard } = leadRoutes
  const whole = { columns: 'all', limit: 13 }
  const filter = { partnerId: id, offer: 'star', stale: 'yes', duplicates: 'yes', fieldValues: 'urgent:yes' } as const
  const address =
    `${path}?partner=${id}&offer=star&stale=yes&duplicates=yes&field.urgent=yes&search=zola` +
    '&from=2026-01-01&to=2026-03-31&status=signe'
  await expectSent(address, leadBoard, [whole, { ...filter, search: 'zola', ...period, ...whole }])
  await expectFile('/api/leads.csv', { ...filter, search: 'zola', ...period, status: 'signe' })
  await expectSent(`${path}?${nonsense}&person=${id}&field.urgent=perhaps`, leadBoard, [whole])
})

test('an address of registrations asks for what it says; its order is the one of its queue', async () => {
  const { registrations: path } = pagePaths
  const { listRegistrations } = registrationRoutes
  const filter = { queue: 'late', state: 'submitted', partnerId: id, search: 'ref-2026' } as const
  const address = `${path}?queue=late&state=submitted&partner=${id}&search=ref-2026`
  await expectSent(`${address}&sort=-protected`, listRegistrations, [{ ...filter, sort: '-protected' }])
  await expectSent(`${path}?queue=conflicts&from=2026-01-01`, listRegistrations, [{ queue: 'conflicts', sort: 'submitted' }])
  await expectSent(`${path}?${nonsense}`, listRegistrations, [{ sort: '-submitted' }])
})

test('an address of the event log asks for what it says', async () => {
  const { journal: path } = pagePaths
  const { listJournal } = eventJournalRoutes
  const filter = { name: 'lead.created', personId: id, subjectId: otherId, search: 'abc', ...period } as const
  const address = `${path}?event=lead.created&person=${id}&subject=${otherId}&search=abc&from=2026-01-01&to=2026-03-31`
  await expectSent(address, listJournal, [filter])
  await expectFile('/api/journal.jsonl', filter)
  await expectSent(`${path}?${nonsense}&name=lead.created`, listJournal, [{}])
  await expectFile('/api/journal.jsonl', {})
})

test('an address of requests about data asks for what it says', async () => {
  const { peopleData: path } = pagePaths
  const { listRequests } = requestRoutes
  await expectSent(`${path}?state=answered`, listRequests, [{ state: 'answered' }])
  await expectSent(`${path}?${nonsense}`, listRequests, [{}])
})

test('an address of deliveries asks for what it says', async () => {
  const path = `${pagePaths.integrations}?view=deliveries`
  const { listDeliveries } = webhookRoutes
  await expectSent(`${path}&webhook=${id}&state=failed`, listDeliveries, [{ webhookId: id, state: 'failed' }])
  await expectSent(`${path}&${nonsense}&search=anne&from=2026-01-01`, listDeliveries, [{}])
})

const listsOfTasks: Readonly<Partial<Record<string, readonly [ListRoute<unknown>, usual?: string]>>> = {
  [pagePaths.adminCommissions]: [commissionRoutes.listCommissions, '-date'],
  [pagePaths.adminPayouts]: [payoutRoutes.listPayouts, '-date'],
  [pagePaths.adminInvoices]: [invoiceRoutes.listInvoices, '-date'],
  [pagePaths.adminDisputes]: [disputeRoutes.listDisputes],
  [pagePaths.partners]: [partnerRoutes.listPartners, '-joined'],
  [pagePaths.registrations]: [registrationRoutes.listRegistrations, 'submitted'],
}

test('the address of each task asks for its rows', async () => {
  const kinds = Object.values(taskKinds).filter(({ page }) => page in listsOfTasks)
  expect(kinds.length).toBeGreaterThan(20)
  for (const kind of kinds) {
    const [route, usual] = listsOfTasks[kind.page] ?? []
    if (!route) continue
    for (const turn of ['yours', 'colleagues'] as const) {
      const { handed, ...filter }: Readonly<Record<string, string>> = taskFilter(kind, turn)
      const query = { ...(usual && { sort: usual }), ...filter, ...(handed && { handedOver: handed }) }
      await expectSent(taskAddress(kind, { turn, onlyId: null }), route, [query])
    }
  }
})
