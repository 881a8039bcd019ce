import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { offerRoutes } from '#leads/offers/api/offers.ts'
import { stageRoutes } from '#leads/stages/api/stages.ts'
import { settingsCardPath } from '#provider/settings/domain/settings.ts'
import { answer } from '#test/components/api.ts'
import { openPortal } from '#test/components/open-portal.tsx'
import { staff } from '#test/components/people.ts'
import { sampleOf } from '#test/components/sample-of.ts'
import { answerSettings } from '#test/components/settings.ts'

beforeEach(answerSettings)

test('cards name stages and offers in the reader’s language, and offers with one name for both once', async () => {
  const stage = sampleOf(stageRoutes.listStages.returns.shape.stages._zod.def.element)
  const offer = sampleOf(offerRoutes.listOffers.returns.shape.offers._zod.def.element)
  const named = (name: string, en: string) => ({ name, names: { en }, archivedAt: null })
  answer(stageRoutes.listStages, { stages: [{ ...stage, key: 'visite', ...named('Visite sur place', 'Visit') }] })
  const works = { ...named('Petits travaux', 'Small works'), staffName: 'Petits travaux', staffNames: { en: 'Small works' } }
  answer(offerRoutes.listOffers, { offers: [{ ...offer, key: 'works', ...works }] })
  await openPortal(settingsCardPath('stages'), { as: { ...staff, language: 'en' } })
  await expect.element(page.getByRole('region', { name: 'Stages' })).toMatchTextContent('Visit')
  await expect.element(page.getByRole('region', { name: 'Offers' }).getByText('Small works')).toHaveLength(1)
})
