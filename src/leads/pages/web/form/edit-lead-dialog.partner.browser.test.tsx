import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { pagePaths } from '#access/domain/page-paths.ts'
import { leadRoutes } from '#leads/leads/api/leads.ts'
import { answer, refuse } from '#test/components/api.ts'
import { answerPartnerLists, boardOf, sampleLead } from '#test/components/empty-portal.ts'
import { openPortal } from '#test/components/open-portal.tsx'
import { partner } from '#test/components/people.ts'
import { sampleOf } from '#test/components/sample-of.ts'
import { toast } from '#test/components/toasts.ts'

test('notes that staff change while they are typed into are asked about, with both texts', async () => {
  const { id, name, status } = sampleLead
  const contact = { company: 'Petit SARL', email: 'lucie@client.example', phone: '', website: '', offerType: 'automation' }
  const lead = { ...sampleOf(leadRoutes.getLead.returns), ...contact, id, name, status }
  let notes = 'Au début'
  answerPartnerLists()
  answer(leadRoutes.leadBoard, boardOf([sampleLead]))
  answer(leadRoutes.getLead, () => ({ ...lead, notes }))
  await openPortal(pagePaths.leads, { as: partner })
  await page.getByRole('button', { name: 'Actions pour Lucie Petit' }).click()
  await page.getByRole('menuitem', { name: 'Éditer' }).click()
  const dialog = page.getByRole('dialog', { name: 'Modifier le lead' })
  const field = dialog.getByRole('textbox', { name: 'Notes' })
  await field.fill('Du partenaire')
  notes = 'De l’équipe'
  refuse(leadRoutes.editLead, 'Quelqu’un d’autre a modifié ceci', 'changed_meanwhile')
  const save = dialog.getByRole('button', { name: 'Enregistrer' })
  await save.click()
  const question = dialog.getByRole('alert')
  await expect.element(question).toMatchTextContent('Notes : désormais De l’équipe')
  await expect.element(field).toHaveValue('Du partenaire')
  await expect.element(save).toBeDisabled()
  await question.getByRole('button', { name: 'Garder ma saisie' }).click()
  const sent = answer(leadRoutes.editLead, {
    ...sampleOf(leadRoutes.editLead.returns),
    ...contact,
    id,
    name,
    status,
    notes: 'Du partenaire',
  })
  await save.click()
  await toast('Lead modifié', 'Les modifications ont été enregistrées')
  expect(sent).toMatchObject([{ body: { notes: 'Du partenaire', expected: { notes: 'De l’équipe' } } }])
})

test('a change that the portal refuses says why in the form', async () => {
  const { id, name, status } = sampleLead
  const contact = { company: 'Petit SARL', email: 'lucie@client.example', phone: '', website: '', offerType: 'automation' }
  answerPartnerLists()
  answer(leadRoutes.leadBoard, boardOf([sampleLead]))
  answer(leadRoutes.getLead, { ...sampleOf(leadRoutes.getLead.returns), ...contact, id, name, status })
  await openPortal(pagePaths.leads, { as: partner })
  await page.getByRole('button', { name: 'Actions pour Lucie Petit' }).click()
  await page.getByRole('menuitem', { name: 'Éditer' }).click()
  const dialog = page.getByRole('dialog', { name: 'Modifier le lead' })
  await dialog.getByRole('textbox', { name: 'Notes' }).fill('Du partenaire')
  refuse(leadRoutes.editLead, 'Ce contact ne peut pas être enregistré.', 'contact_refused')
  await dialog.getByRole('button', { name: 'Enregistrer' }).click()
  await toast('Erreur', 'Impossible de modifier le lead')
  await expect.element(dialog.getByRole('alert')).toMatchTextContent('Ce contact ne peut pas être enregistré.')
})
