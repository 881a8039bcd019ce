import { expect, test } from 'vitest'
import { resourceCategories } from '#communication/resources/domain.ts'
import { contractStatuses, contractStatusLabels, contractTypes } from '#contracts/contracts/domain/contracts.ts'
import { commissionStatuses, commissionStatusLabels } from '#money/commissions/domain.ts'
import { defaultOffers } from '#test/default-offers.ts'

test('the stored values are as specified', () => {
  expect(defaultOffers.map(({ key }) => key)).toEqual(['automation', 'star', 'custom'])
  expect(resourceCategories).toEqual(['documents', 'visuels', 'outils'])
  expect(commissionStatuses).toEqual(['en_attente', 'valide', 'paye'])
  expect(contractStatuses).toEqual(['en_attente', 'signe'])
  expect(contractTypes).toEqual(['main', 'amendment', 'mandate'])
})

test('a contract is labelled Pending Signature or Signed, a commission Pending, Validated or Paid', () => {
  expect(contractStatuses.map((status) => contractStatusLabels[status])).toEqual(['Pending Signature', 'Signed'])
  expect(commissionStatuses.map((status) => commissionStatusLabels[status])).toEqual(['Pending', 'Validated', 'Paid'])
})
