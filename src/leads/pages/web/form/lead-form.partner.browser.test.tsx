import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { pagePaths } from '#access/domain/page-paths.ts'
import { leadSettingsRoutes } from '#leads/lead-settings/api.ts'
import { usualFields } from '#leads/lead-settings/web/data.ts'
import { leadRoutes } from '#leads/leads/api/leads.ts'
import { leadFieldNames } from '#leads/leads/domain/lead-fields.ts'
import { answer, answerLeast, refuse } from '#test/components/api.ts'
import { answerPartnerLists } from '#test/components/empty-portal.ts'
import { openPortal } from '#test/components/open-portal.tsx'
import { partner } from '#test/components/people.ts'
import { sampleOf } from '#test/components/sample-of.ts'
import { toast } from '#test/components/toasts.ts'
import { readableOffers } from '#test/default-offers.ts'
import { defaultStages } from '#test/default-stages.ts'
import { sampleLead } from '#test/lead-samples.ts'

test('the form of a new lead has an input for each field that every lead has, and sends what is typed', async () => {
  answerPartnerLists()
  const settings = { offers: [...readableOffers().values()], fields: [...usualFields], stages: [...defaultStages] }
  answer(leadSettingsRoutes.leadSettings, settings)
  answerLeast(leadRoutes.findDuplicate)
  const sent = answer(leadRoutes.addLead, { ...sampleOf(leadRoutes.addLead.returns), ...sampleLead, status: 'nouveau' })
  await openPortal(pagePaths.leads, { as: partner })
  await page.getByRole('button', { name: 'Add Lead' }).click()
  const dialog = page.getByRole('dialog', { name: 'Ajouter un lead' })
  await expect.element(dialog).toBeVisible()
  const inputOf = (name: string) => dialog.element().querySelector<HTMLElement>(`[name="${name}"]`) as HTMLElement
  for (const field of leadFieldNames) {
    const [input, value] = [inputOf(field), sampleLead[field]]
    expect(input, field).not.toBeNull()
    if (input instanceof HTMLSelectElement) await userEvent.selectOptions(input, String(value))
    else await userEvent.fill(input, typeof value === 'number' ? String(value / 100).replace('.', ',') : value)
  }
  await dialog.getByRole('button', { name: 'Ajouter', exact: true }).click()
  await expect.poll(() => sent.length).toBe(1)
  expect(sent[0]?.body).toMatchObject(sampleLead)
})

test('what the portal refuses of a lead is said in its form, which can be sent again', async () => {
  answerPartnerLists()
  answer(leadSettingsRoutes.leadSettings, {
    offers: [...readableOffers().values()],
    fields: [...usualFields],
    stages: [...defaultStages],
  })
  answerLeast(leadRoutes.findDuplicate)
  await openPortal(pagePaths.leads, { as: partner })
  await page.getByRole('button', { name: 'Add Lead' }).click()
  const dialog = page.getByRole('dialog', { name: 'Ajouter un lead' })
  await dialog.getByRole('textbox', { name: 'Nom du contact' }).fill('Paul Bernard')
  await dialog.getByRole('textbox', { name: 'Société' }).fill('Boulangerie Bernard')
  await dialog.getByRole('textbox', { name: 'Email' }).fill('paul@bernard.example')
  await dialog.getByLabelText('Montant estimé (€)').fill('12 000')
  await dialog.getByRole('combobox').selectOptions('star')
  const sentence = 'Ce contact ne peut pas être enregistré. La société peut l’être avec un autre contact.'
  refuse(leadRoutes.addLead, sentence, 'contact_refused')
  const add = dialog.getByRole('button', { name: 'Ajouter', exact: true })
  await add.click()
  await toast('Erreur', "Impossible d'ajouter le lead")
  await expect.element(dialog.getByRole('alert')).toMatchTextContent(sentence)
  await dialog.getByRole('textbox', { name: 'Email' }).fill('pau')
  await add.click()
  await expect.element(dialog.getByRole('alert')).not.toBeInTheDocument()
  await dialog.getByRole('textbox', { name: 'Email' }).fill('paula@bernard.example')
  answer(leadRoutes.addLead, { ...sampleOf(leadRoutes.addLead.returns), ...sampleLead, status: 'nouveau' })
  await add.click()
  await toast('Lead ajouté', 'Le lead a été ajouté avec succès')
})
