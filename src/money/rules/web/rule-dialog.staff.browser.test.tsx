import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { settingsSectionPath } from '#access/domain/settings-sections.ts'
import { ruleRoutes } from '#money/rules/api/rules.ts'
import { ruleWarnings } from '#money/rules/domain/rule-warnings.ts'
import { answer } from '#test/components/api.ts'
import { beyondTheEdge } from '#test/components/layout.ts'
import { openPortal } from '#test/components/open-portal.tsx'
import { staff } from '#test/components/people.ts'
import { sampleOf } from '#test/components/sample-of.ts'
import { answerSettings } from '#test/components/settings.ts'
import { toast } from '#test/components/toasts.ts'

test('another rule is compared once it is possible, and the difference is read first', async () => {
  answerSettings()
  const asked = answer(ruleRoutes.previewRule, ({ body }) => ({
    ...sampleOf(ruleRoutes.previewRule.returns),
    leads: 12,
    months: 12,
    nowCents: 100_000,
    thenCents: 250_000,
    warnings: ruleWarnings(body.definition, 35),
    partners: [
      {
        ...sampleOf(ruleRoutes.previewRule.returns.shape.partners._zod.def.element),
        name: 'Camille Lefèvre',
        nowCents: 100_000,
        thenCents: 250_000,
      },
    ],
  }))
  await openPortal(settingsSectionPath('programme'), { as: staff })
  await page.getByRole('button', { name: 'Open: Compare with another rule' }).click()
  const dialog = page.getByRole('dialog', { name: 'Compare with another rule' })
  const percentage = dialog.getByLabelText('Percentage (%)')
  const compare = dialog.getByRole('button', { name: 'Compare', exact: true })
  await expect.element(percentage).toHaveFocus()
  await compare.click()
  await expect.element(dialog.getByText('A percentage between 0 and 100')).toBeVisible()
  await expect.element(percentage).toHaveFocus()
  await toast('This rule is not possible', 'A percentage between 0 and 100')
  expect(asked).toEqual([])
  await percentage.fill('100')
  await dialog.getByLabelText('Fixed sum for a lead').fill('50')
  await dialog.getByRole('button', { name: 'Add a bonus' }).click()
  await dialog.getByLabelText('Sum (€)').fill('500')
  await compare.click()
  await expect.element(dialog.getByRole('heading', { name: / instead of .*: .* more$/ })).toHaveFocus()
  await expect.element(dialog.getByRole('alert')).toMatchTextContent('Rate and fixed sum come to more than the revenue')
  const partners = dialog.getByRole('list', { name: 'Partners whose commissions would differ most' })
  await expect.element(partners).toMatchTextContent('→')
  expect(asked).toHaveLength(1)
  await page.viewport(360, 780)
  await expect.poll(beyondTheEdge).toBe(0)
})
