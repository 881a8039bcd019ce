import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { pagePaths } from '#access/domain/page-paths.ts'
import { partnerNameRoutes } from '#accounts/people/api.ts'
import { savedViewRoutes } from '#accounts/saved-views/api.ts'
import { commissionRoutes } from '#money/commissions/api/commissions.ts'
import { payoutRoutes } from '#money/payouts/api/payouts.ts'
import { answer, answerLeast } from '#test/components/api.ts'
import { openPortal } from '#test/components/open-portal.tsx'
import { staff } from '#test/components/people.ts'
import { sampleOf } from '#test/components/sample-of.ts'

const row = sampleOf(commissionRoutes.listCommissions.returns.shape.items._zod.def.element)
const planned = sampleOf(payoutRoutes.previewRun.returns.shape.payouts._zod.def.element)
const commission = { ...row, status: 'valide' as const, can: { ...row.can, pay: true } }
const line = { ...sampleOf(payoutRoutes.previewRun.returns.shape.payouts._zod.def.element.shape.lines._zod.def.element) }

/** Opens the payment of a commission by hand, of which the next run says this. */
async function payByHand(withheld: (typeof planned)['withheld'], inUse: (typeof staff)['inUse']) {
  answer(commissionRoutes.listCommissions, { items: [commission], nextCursor: null })
  answerLeast(commissionRoutes.commissionSummary, partnerNameRoutes.partnerNames, savedViewRoutes.listSavedViews)
  const lines = [{ ...line, commissionId: commission.id }]
  answer(payoutRoutes.previewRun, {
    ...sampleOf(payoutRoutes.previewRun.returns),
    payouts: [{ ...planned, lines, withheld }],
    minimumCents: 5_000,
  })
  await openPortal(pagePaths.adminCommissions, { as: { ...staff, inUse } })
  await page.getByRole('button', { name: /^Mark as Paid/ }).click()
  return page.getByRole('dialog', { name: 'Mark as Paid' })
}

test('paying by hand says why the next payout run would not pay, and forbids nothing', async () => {
  const dialog = await payByHand({ code: 'below_minimum', reason: '', until: null }, [])
  await expect.element(dialog.getByRole('status')).toMatchTextContent('Below the minimum of 50,00 €')
  await expect.element(dialog.getByRole('button', { name: 'Mark as Paid' })).toBeEnabled()
})

test('where payout runs are in use, paying by hand says that the next one would pay', async () => {
  const dialog = await payByHand(null, ['adminPayouts'])
  await expect.element(dialog.getByRole('status')).toMatchTextContent('left out of it')
})
