import { expect, test } from 'vitest'
import { resourceCategories } from '#communication/resources/domain.ts'
import { contractStatuses, contractStatusLabels, contractTypes } from '#contracts/contracts/domain.ts'
import { offerLabels, offerLabelsForAdmins, offerTypes } from '#leads/leads/domain/leads.ts'
import { commissionStatuses, commissionStatusLabels } from '#money/commissions/domain.ts'

test('the stored values are as specified', () => {
  expect(offerTypes).toEqual(['automation', 'star', 'custom'])
  expect(resourceCategories).toEqual(['documents', 'visuels', 'outils'])
  expect(commissionStatuses).toEqual(['en_attente', 'valide', 'paye'])
  expect(contractStatuses).toEqual(['en_attente', 'signe'])
  expect(contractTypes).toEqual(['main', 'amendment', 'mandate'])
})

test('partners see an offer with its price, staff see Essentielle, Avancée, Sur mesure', () => {
  expect(offerLabels).toEqual({
    automation: 'Automation simple 3-5K€',
    star: 'Star 8-12K€',
    custom: 'Custom 30-50K€',
  })
  expect(offerLabelsForAdmins).toEqual({ automation: 'Essentielle', star: 'Avancée', custom: 'Sur mesure' })
})

test('a contract is labelled Pending Signature or Signed, a commission Pending, Validated or Paid', () => {
  expect(contractStatuses.map((status) => contractStatusLabels[status])).toEqual(['Pending Signature', 'Signed'])
  expect(commissionStatuses.map((status) => commissionStatusLabels[status])).toEqual(['Pending', 'Validated', 'Paid'])
})
