import { beforeEach, test } from 'vitest'
import { pagePaths } from '#access/domain/page-paths.ts'
import { leadSettingsRoutes, readableField, readableOffer } from '#leads/lead-settings/api.ts'
import { leadRoutes } from '#leads/leads/api/leads.ts'
import { commissionRoutes } from '#money/commissions/api/commissions.ts'
import { disputeRoutes } from '#money/disputes/api.ts'
import { invoiceRoutes } from '#money/invoices/api.ts'
import { payoutRoutes } from '#money/payouts/api/payouts.ts'
import { answer } from '#test/components/api.ts'
import { boardOf } from '#test/components/empty-portal.ts'
import { answerAllReads, expectFile, expectQueries, type ListRoute } from '#test/components/list-requests.ts'
import { partner } from '#test/components/people.ts'
import { sampleOf } from '#test/components/sample-of.ts'
import { defaultStages } from '#test/default-stages.ts'

const id = '01890000-0000-7000-8000-000000000101'
const period = { from: '2026-01-01', to: '2026-03-31' }
const inPeriod = 'from=2026-01-01&to=2026-03-31'
/** Values that no filter has, and filters that staff have alone. */
const nonsense =
  'status=none&state=unknown&kind=other&handed=maybe&offer=none&stale=no&person=x&partner=nobody&sort=colour&from=2026-02-30' +
  `&search=%00&waits=payment&disputed=yes&run=${id}&in-file=${id}&invoice=submitted&duplicates=yes`

const expectSent = <Query,>(address: string, route: ListRoute<Query>, queries: readonly NoInfer<Query>[]) =>
  expectQueries(address, { as: partner, route, queries })

beforeEach(() => {
  answerAllReads()
  answer(leadRoutes.leadBoard, boardOf([]))
  answer(leadSettingsRoutes.leadSettings, {
    offers: [{ ...sampleOf(readableOffer), key: 'star', name: 'Star', isOpen: true }],
    fields: [{ ...sampleOf(readableField), key: 'urgent', name: 'Urgent', kind: 'yes_no', inList: true, isOpen: true }],
    stages: [...defaultStages],
  })
})

test('an address of their commissions asks for what it says', async () => {
  const { commissions: path } = pagePaths
  const { listCommissions, commissionSummary } = commissionRoutes
  const filter = { status: 'valide', partnerId: id, search: 'anne', ...period } as const
  const address = `${path}?status=valide&partner=${id}&search=anne&${inPeriod}`
  await expectSent(`${address}&sort=-amount`, listCommissions, [{ ...filter, sort: '-amount' }])
  await expectFile('/api/commissions.csv', filter)
  await expectSent(`${path}?status=paye&partner=${id}`, commissionSummary, [{ partnerId: id }, { status: 'paye', partnerId: id }])
  await expectSent(`${path}?${nonsense}`, listCommissions, [{ sort: '-date' }])
})

test('an address of their payouts asks for what it says', async () => {
  const { payouts: path } = pagePaths
  const { listPayouts, payoutSummary } = payoutRoutes
  const filter = { state: 'paid', partnerId: id, search: 'pay-1', ...period } as const
  const address = `${path}?state=paid&partner=${id}&search=pay-1&${inPeriod}`
  await expectSent(`${address}&sort=amount`, listPayouts, [{ ...filter, sort: 'amount' }])
  await expectFile('/api/payouts.csv', filter)
  // As mails of a partner that was merged into another one name it.
  await expectSent(`${path}?payout=${id}&partner=${id}`, payoutSummary, [{ partnerId: id }])
  await expectSent(`${path}?${nonsense}`, listPayouts, [{ sort: '-date' }])
})

test('an address of their invoices asks for what it says', async () => {
  const { invoices: path } = pagePaths
  const { listInvoices, invoiceSummary } = invoiceRoutes
  const filter = { kind: 'receipt', handedOver: 'yes', partnerId: id, search: 'f-2026', ...period } as const
  const address = `${path}?kind=receipt&handed=yes&partner=${id}&search=f-2026&${inPeriod}`
  await expectSent(`${address}&sort=number`, listInvoices, [{ ...filter, sort: 'number' }])
  await expectFile('/api/invoices.csv', filter)
  await expectSent(`${path}?kind=invoice`, invoiceSummary, [{ kind: 'invoice' }])
  await expectSent(`${path}?${nonsense}&payout=${id}`, listInvoices, [{ sort: '-date' }])
})

test('an address of their disputes asks for what it says', async () => {
  const { disputes: path } = pagePaths
  const { listDisputes } = disputeRoutes
  await expectSent(`${path}?state=answered&search=anne&${inPeriod}`, listDisputes, [
    { state: 'answered', search: 'anne', ...period },
  ])
  await expectSent(`${path}?${nonsense}&partner=${id}&leadId=${id}`, listDisputes, [{}])
})

test('an address of their leads asks for what it says', async () => {
  const { leads: path } = pagePaths
  const { leadBoard } = leadRoutes
  const whole = { columns: 'all', limit: 13 }
  const filter = { typedBy: id, offer: 'star', stale: 'yes', fieldValues: 'urgent:no', search: 'zola', ...period } as const
  const address = `${path}?person=${id}&offer=star&stale=yes&field.urgent=no&search=zola&${inPeriod}&status=signe`
  await expectSent(address, leadBoard, [whole, { ...filter, ...whole }])
  await expectFile('/api/leads.csv', { ...filter, status: 'signe' })
  await expectSent(`${path}?${nonsense}&partner=${id}&field.urgent=perhaps`, leadBoard, [whole])
})
