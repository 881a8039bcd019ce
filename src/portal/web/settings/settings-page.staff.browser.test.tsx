import { beforeEach, describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { settingsRoutes } from '#access/api/identity.ts'
import { pagePaths } from '#access/domain/page-paths.ts'
import { settingsSectionPath } from '#access/domain/settings-sections.ts'
import { stageRoutes } from '#leads/stages/api/stages.ts'
import { programmeRoutes } from '#provider/programme/api.ts'
import { settingsCardPath } from '#provider/settings/domain/settings.ts'
import { answer } from '#test/components/api.ts'
import { beyondTheEdge } from '#test/components/layout.ts'
import { address, openPortal } from '#test/components/open-portal.tsx'
import { staff } from '#test/components/people.ts'
import { sampleOf } from '#test/components/sample-of.ts'
import { answerSettings } from '#test/components/settings.ts'
import { toast } from '#test/components/toasts.ts'

describe('the page of the settings', () => {
  beforeEach(answerSettings)

  test('settings are found by a word of either language, and the card that was meant is marked', async () => {
    await openPortal(pagePaths.settings, { as: staff })
    const search = page.getByRole('combobox', { name: 'Search settings' })
    await search.fill('rib')
    await expect.element(page.getByRole('option', { name: /^Account that pays/ })).toHaveAttribute('aria-selected', 'true')
    await userEvent.keyboard('{ArrowDown}')
    await expect.element(page.getByRole('option', { name: /^Your other accounts/ })).toHaveAttribute('aria-selected', 'true')
    await userEvent.keyboard('{ArrowUp}{Enter}')
    await expect.poll(address).toBe(settingsCardPath('account'))
    await expect.element(page.getByRole('region', { name: 'Account that pays' })).toHaveFocus()
    await search.fill('zzzz')
    await expect.element(page.getByText('No setting for “zzzz”')).toBeVisible()
  })

  test.for([
    ['administrator', 1],
    ['viewer', 0],
  ] as const)('personal data is named, in the list and in the search, to %s %i times', async ([staffRole, count]) => {
    await openPortal(pagePaths.settings, { as: { ...staff, staffRole } })
    const list = page.getByRole('region', { name: 'System' })
    await expect.element(list.getByRole('link', { name: 'Event log' })).toBeVisible()
    expect(list.getByRole('link', { name: 'Personal data' }).elements()).toHaveLength(count)
    await page.getByRole('combobox', { name: 'Search settings' }).fill('gdpr')
    await expect.poll(() => page.getByRole('option', { name: /^Personal data/ }).elements().length).toBe(count)
  })

  test('what makes a commission due is asked about before it changes for the whole programme', async () => {
    const before = sampleOf(programmeRoutes.getProgramme.returns)
    const saved = answer(programmeRoutes.saveProgramme, ({ body }) => ({
      ...before,
      commissionBasis: body.commissionBasis ?? before.commissionBasis,
    }))
    await openPortal(`${settingsSectionPath('programme')}?edit=due`, { as: staff })
    const form = page.getByRole('dialog', { name: 'What makes a commission due', exact: true })
    const choice = form.getByRole('combobox', { name: 'What makes a commission due' })
    await choice.click()
    await page.getByRole('option', { name: 'Each payment of the client, for its part' }).click()
    await form.getByRole('button', { name: 'Save' }).click()
    const question = page.getByRole('dialog', { name: 'What makes a commission due: change it?' })
    await expect.element(question).toMatchTextContent('pending commissions of these wait for the other thing')
    await question.getByRole('button', { name: 'Keep it' }).click()
    await expect.element(choice).toHaveValue('Each payment of the client, for its part')
    expect(saved).toEqual([])
    await form.getByRole('button', { name: 'Save' }).click()
    await question.getByRole('button', { name: 'Change it for the whole programme' }).click()
    await toast('Settings saved', 'What makes a commission due')
    await expect.element(question).not.toBeInTheDocument()
    await expect.element(form).not.toBeInTheDocument()
    expect(saved).toMatchObject([{ body: { expected: { commissionBasis: before.commissionBasis } } }])
  })

  test('where no rule pays by tiers, the rules are said to be what makes a commission due', async () => {
    const commission = { tiers: 0, byTiers: false, lowestRate: null, highestRate: null }
    await openPortal(settingsCardPath('due'), { as: staff, settings: { commission } })
    const card = page.getByRole('region', { name: 'What makes a commission due' })
    await expect.element(card).toMatchTextContent('What the commission rules say')
    await expect.element(card).not.toMatchTextContent('Validation by hand')
  })

  test('the tagline of one language is saved with those of the others', async () => {
    const [tagline, taglines] = ['Apportez', { fr: 'Apportez' }]
    const saved = answer(settingsRoutes.saveSettings, ({ body }) => ({
      ...sampleOf(settingsRoutes.saveSettings.returns),
      taglines: body.taglines ?? {},
    }))
    await openPortal(settingsCardPath('name'), { as: staff, settings: { tagline, taglines } })
    await page.getByRole('button', { name: 'Edit: Name and contact' }).click()
    const form = page.getByRole('dialog', { name: 'Name and contact' })
    await expect.element(form.getByLabelText('Tagline in French')).toHaveValue('Apportez')
    await form.getByLabelText('Tagline in English').fill('Bring clients')
    await form.getByRole('button', { name: 'Save' }).click()
    await toast('Settings saved', 'Name and contact')
    expect(saved).toMatchObject([{ body: { taglines: { fr: 'Apportez', en: 'Bring clients' }, expected: { taglines } } }])
    expect(Object.keys(saved[0]?.body ?? {})).not.toContain('tagline')
    await expect.element(page.getByText('Bring clients')).toBeVisible()
  })

  test('a row that may pass no other one does not show the hand of dragging', async () => {
    const stage = sampleOf(stageRoutes.listStages.returns.shape.stages._zod.def.element)
    const stages = ['nouveau', 'contacte', 'signe', 'refuse'].map((key) => ({ ...stage, key, name: key, archivedAt: null }))
    answer(stageRoutes.listStages, { ...sampleOf(stageRoutes.listStages.returns), stages })
    await openPortal(`${settingsSectionPath('programme')}?edit=stages`, { as: staff })
    const rows = page.getByRole('dialog', { name: 'Stages' }).getByRole('listitem')
    await expect.element(rows).toHaveLength(stages.length)
    expect(rows.elements().map((row) => getComputedStyle(row).cursor)).toEqual(['grab', 'grab', 'auto', 'auto'])
  })

  test('on a phone the sections are a list, and Back closes a form', async () => {
    await page.viewport(360, 780)
    await openPortal(pagePaths.settings, { as: staff })
    await expect.element(page.getByRole('link', { name: 'Who we are' }).first()).toBeVisible()
    await expect.poll(beyondTheEdge).toBe(0)
    await page.getByRole('link', { name: 'Who we are' }).click()
    await page.getByRole('button', { name: 'Edit: Legal identity' }).click()
    await expect.element(page.getByRole('dialog', { name: 'Legal identity' })).toBeVisible()
    await expect.poll(beyondTheEdge).toBe(0)
    history.back()
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
    await page.getByRole('link', { name: 'Settings', exact: true }).click()
    await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('Settings')
  })
})
