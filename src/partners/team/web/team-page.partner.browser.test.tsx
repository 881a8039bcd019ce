import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { pagePaths } from '#access/domain/page-paths.ts'
import { leadRoutes } from '#leads/leads/api/leads.ts'
import { ownMoneyRoutes } from '#overview/partner/api.ts'
import { answer, answerLeast, refuse } from '#test/components/api.ts'
import { sampleLead } from '#test/components/empty-portal.ts'
import { openPortal } from '#test/components/open-portal.tsx'
import { partner } from '#test/components/people.ts'
import { sampleOf } from '#test/components/sample-of.ts'
import { toast } from '#test/components/toasts.ts'
import { type TeamPerson, teamRoutes } from '../api.ts'

const team = { ...sampleOf(teamRoutes.team.returns), colleagues: 3, can: { invite: true } }

test('an accountant is invited for a proof, and what is typed stays while that is not given', async () => {
  answer(teamRoutes.team, team)
  answerLeast(ownMoneyRoutes.getToDo)
  refuse(teamRoutes.inviteColleague, 'Confirmez avec votre mot de passe', 'confirmation_required')
  await openPortal(pagePaths.team, { as: partner })
  await page.getByRole('button', { name: 'Inviter un collègue' }).click()
  const form = page.getByRole('dialog', { name: 'Inviter un collègue' })
  const name = form.getByLabelText('Nom complet')
  const send = form.getByRole('button', { name: 'Envoyer l’invitation' })
  await name.fill('Alix Perrin')
  await form.getByLabelText('E-mail').fill('alix@cabinet.example')
  await form.getByRole('combobox', { name: 'Rôle' }).click()
  await page.getByRole('option', { name: 'Comptable' }).click()
  await send.click()
  const question = page.getByRole('dialog', { name: 'Confirmez que c’est vous' })
  await expect.element(question).toMatchTextContent('Les propriétaires et les comptables lisent et modifient')
  await userEvent.keyboard('{Escape}')
  await expect.element(question).not.toBeInTheDocument()
  await expect.element(name).toHaveValue('Alix Perrin')
  await send.click()
  const sent = answer(teamRoutes.inviteColleague, team)
  await question.getByLabelText('Votre mot de passe').fill('petite-lune-17')
  await question.getByRole('button', { name: 'Envoyer l’invitation' }).click()
  await toast('Invitation envoyée', 'alix@cabinet.example')
  await expect.element(form).not.toBeInTheDocument()
  expect(sent.map(({ body: { email, role, password } }) => [email, role, password])).toEqual([
    ['alix@cabinet.example', 'accountant', 'petite-lune-17'],
  ])
})

test('where the portal sends no emails, an owner who invites reads whom to ask for the link', async () => {
  answer(teamRoutes.team, team)
  answer(teamRoutes.inviteColleague, team)
  answerLeast(ownMoneyRoutes.getToDo)
  await openPortal(pagePaths.team, { as: partner, settings: { sendsMail: false, contactEmail: 'contact@atelier.example' } })
  await page.getByRole('button', { name: 'Inviter un collègue' }).click()
  const form = page.getByRole('dialog', { name: 'Inviter un collègue' })
  await form.getByLabelText('Nom complet').fill('Alix Perrin')
  await form.getByLabelText('E-mail').fill('alix@cabinet.example')
  await form.getByRole('button', { name: 'Envoyer l’invitation' }).click()
  await toast('L’invitation est prête', 'adressez-vous à Atelier Loire (contact@atelier.example)')
})

const someone = sampleOf(teamRoutes.team.returns.shape.people._zod.def.element)
const person = (id: string, fullName: string, change: Partial<TeamPerson> = {}): TeamPerson => ({
  ...someone,
  id: `01890000-0000-7000-8000-00000000000${id}`,
  fullName,
  role: 'member',
  state: 'active',
  ...change,
})

test('a colleague’s access ends with their leads in sight, which go to somebody who sees leads', async () => {
  const nadia = person('1', 'Nadia Martin', { can: { ...someone.can, end: true } })
  const people = [nadia, person('2', 'Paul Colas'), person('3', 'Berthe Comptable', { role: 'accountant' })]
  answer(teamRoutes.team, { ...team, people })
  answerLeast(ownMoneyRoutes.getToDo)
  const lead = { ...sampleLead, name: 'Zoé', company: 'Bernard SARL' }
  answer(leadRoutes.listLeads, { items: [lead], nextCursor: null })
  const sent = answer(teamRoutes.endColleague, { ...team, people: people.slice(1) })
  await openPortal(pagePaths.team, { as: partner })
  await page.getByRole('button', { name: 'Plus d’actions pour Nadia Martin' }).click()
  await page.getByRole('menuitem', { name: 'Retirer l’accès' }).click()
  const dialog = page.getByRole('dialog', { name: 'Retirer l’accès de Nadia Martin ?' })
  await expect.element(dialog).toMatchTextContent('Zoé, Bernard SARL')
  await dialog.getByRole('combobox', { name: 'Les confier tous à' }).click()
  expect(
    page
      .getByRole('option')
      .elements()
      .map((option) => option.textContent),
  ).toEqual(['Paul Colas'])
  await page.getByRole('option', { name: 'Paul Colas' }).click()
  await dialog.getByRole('button', { name: 'Retirer l’accès' }).click()
  await toast('Accès retiré', 'Nadia Martin')
  expect(sent.map(({ query }) => query.leadsTo)).toEqual([people[1]?.id])
})
