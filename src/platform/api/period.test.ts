import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { portalRoutes } from '#portal/server/slices.ts'
import type { RouteParts } from './route.ts'

const routes = Object.values(portalRoutes).flatMap((slice) => Object.entries<RouteParts>(slice))
const withPeriod = routes.filter(([, { query }]) => query instanceof z.ZodMiniObject && 'from' in query.shape)

describe('the period of lists and files', () => {
  test('every list with dates and its file take one', () => {
    expect(withPeriod.map(([name]) => name)).toEqual(
      expect.arrayContaining([
        'listLeads',
        'leadSummary',
        'leadBoard',
        'changedLeads',
        'leadsCsv',
        'listContracts',
        'contractsCsv',
        'listCommissions',
        'commissionSummary',
        'commissionsCsv',
        'listDisputes',
        'listClientPayments',
        'clientPaymentSummary',
        'clientPaymentsCsv',
        'listPayouts',
        'payoutSummary',
        'payoutsCsv',
        'listPartners',
        'partnerSummary',
        'partnersCsv',
      ]),
    )
  })

  test.each(withPeriod)('%s takes days in order and refuses what is none, or ends before it begins', (name, { query }) => {
    const rest = name === 'changedLeads' ? { ids: '00000000-0000-0000-0000-000000000001' } : {}
    const messages = (days: object) =>
      z.safeParse(query as z.ZodMiniType, { ...rest, ...days }).error?.issues.map(({ message }) => message)
    for (const days of [{}, { from: '2026-02-28' }, { to: '2026-02-28' }, { from: '2026-02-28', to: '2026-02-28' }]) {
      expect(messages(days)).toBeUndefined()
    }
    expect(messages({ from: '2026-03-01', to: '2026-02-28' })).toEqual(['La période finit avant de commencer'])
    for (const from of ['2026-02-29', '22/11/2026', '0000-01-01', '9999-01-01']) {
      expect(messages({ from })).toEqual(['Veuillez indiquer un jour du calendrier'])
    }
  })
})
