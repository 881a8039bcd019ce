import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { pagePaths } from '#access/domain/page-paths.ts'
import { valueText } from '#leads/fields/web/value-field.ts'
import { leadSettingsRoutes } from '#leads/lead-settings/api.ts'
import { fieldsOf, usualFields } from '#leads/lead-settings/web/data.ts'
import { leadFieldNames, leadFields } from '#leads/leads/domain/lead-fields.ts'
import { answer } from '#test/components/api.ts'
import { answerStaffLists } from '#test/components/empty-portal.ts'
import { openPortal } from '#test/components/open-portal.tsx'
import { staff } from '#test/components/people.ts'
import { sampleOf } from '#test/components/sample-of.ts'
import { readableOffers } from '#test/default-offers.ts'
import { defaultStages } from '#test/default-stages.ts'
import { otherSampleLead, sampleLead } from '#test/lead-samples.ts'
import { type ConflictClaim, listedRegistration, registrationRoutes } from '../api/registrations.ts'

test('what differs in two leads of one client is marked, in each field that every lead has', async () => {
  answerStaffLists()
  const offers = [...readableOffers(true).values()]
  answer(leadSettingsRoutes.leadSettings, { offers, fields: [...usualFields], stages: [...defaultStages] })
  const { company, offerType } = sampleLead
  const status = 'nouveau'
  const row = { ...sampleOf(listedRegistration), company, offerType, status, rivals: 1 }
  answer(registrationRoutes.listRegistrations, { ...sampleOf(registrationRoutes.listRegistrations.returns), items: [row] })
  const claim = sampleOf(registrationRoutes.getConflict.returns.shape.claims._zod.def.element) as ConflictClaim
  const claims = [sampleLead, otherSampleLead].map((values, at) => ({
    ...claim,
    lead: { ...claim.lead, ...values, status, id: `01890000-0000-7000-8000-00000000000${at + 1}` },
  }))
  answer(registrationRoutes.getConflict, { claims })
  await openPortal(pagePaths.registrations, { as: staff })
  await page.getByRole('button', { name: `Compare ${company}` }).click()
  const table = page.getByRole('table', { name: 'Facts of both leads' })
  await expect.element(table).toBeVisible()
  const rows = [...table.element().querySelectorAll('tr[data-differs]')].map((each) => each.textContent.replace(/\s/g, ' '))
  for (const field of fieldsOf({ fields: usualFields, offers }).filter(({ kind }) => kind !== 'long_text')) {
    const [one, other] = [sampleLead, otherSampleLead].map((lead) => valueText(field, lead[field.key as 'name']))
    const line = `${field.name} (differs)${one}${other}`.replace(/\s/g, ' ')
    expect(rows, field.key).toContain(line)
  }
  expect(leadFieldNames.filter((key) => leadFields[key].kind === 'long_text')).toEqual(['notes'])
})
