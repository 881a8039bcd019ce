import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { partnerPath } from '#accounts/people/web/partner-link.tsx'
import { introductionRoutes } from '#leads/introductions/api.ts'
import { leadRoutes } from '#leads/leads/api/leads.ts'
import { ruleRoutes } from '#money/rules/api/rules.ts'
import { partnerRoutes } from '#partners/partners/api/partners.ts'
import { type TeamPerson, teamRoutes } from '#partners/team/api.ts'
import { answer, answerLeast } from '#test/components/api.ts'
import { answerStaffLists } from '#test/components/empty-portal.ts'
import { openPortal } from '#test/components/open-portal.tsx'
import { staff } from '#test/components/people.ts'
import { sampleOf } from '#test/components/sample-of.ts'
import { toast } from '#test/components/toasts.ts'
import { partnerProfileRoutes } from '../api/profile.ts'

const team = sampleOf(teamRoutes.partnerTeam.returns)
const person = sampleOf(teamRoutes.partnerTeam.returns.shape.people._zod.def.element)
const owner: TeamPerson = { ...person, fullName: 'Olga Propriétaire', role: 'owner', state: 'active', isMain: true }
const member: TeamPerson = {
  ...person,
  id: '01890000-0000-7000-8000-000000000009',
  fullName: 'Mehdi Azzouz',
  role: 'member',
  state: 'active',
  can: { ...person.can, change: true },
}
const missing = 'Your role does not include the right “Money”.'

/** The reads of a partner's page with these people. */
function answerPage(people: readonly TeamPerson[]): void {
  answer(teamRoutes.partnerTeam, { ...team, people: [...people] })
  answerStaffLists()
  answerLeast(partnerProfileRoutes.getPartnerProfile, partnerProfileRoutes.listPartnerNotes)
  answerLeast(leadRoutes.listLeads, ruleRoutes.listRules, introductionRoutes.getPartnerLink)
}

/** The dialog about the role of the member, as a partner manager opens it. */
async function openRole(people: readonly TeamPerson[]) {
  answerPage(people)
  await openPortal(partnerPath(owner.id), { as: { ...staff, staffRole: 'partner_manager' } })
  await page.getByRole('button', { name: 'More about Mehdi Azzouz' }).click()
  await page.getByRole('menuitem', { name: 'Change role' }).click()
  const dialog = page.getByRole('dialog', { name: 'Role of Mehdi Azzouz' })
  const choose = async (role: string) => {
    await dialog.getByRole('combobox', { name: 'Role' }).click()
    await page.getByRole('option', { name: role }).click()
  }
  return { dialog, choose, change: dialog.getByRole('button', { name: 'Change role' }) }
}

test('who has no right to money reads so in the place of making somebody an owner or an accountant', async () => {
  const { dialog, choose, change } = await openRole([owner, member])
  await expect.element(change).toBeDisabled()
  for (const role of ['Owner', 'Accountant']) {
    await choose(role)
    await expect.element(dialog).toMatchTextContent(missing)
    await expect.element(change).not.toBeInTheDocument()
  }
  await choose('Manager')
  await expect.element(change).toBeEnabled()
})

test('where no owner has come in yet, the right to partners is enough', async () => {
  const { choose, change } = await openRole([{ ...owner, state: 'invited' }, member])
  await choose('Accountant')
  await expect.element(change).toBeEnabled()
})

const link = 'https://portal.example/invitation?token=abc'

test.each([
  ['administrator', link],
  ['partner_manager', 'the email waits in a file of its data directory'],
] as const)('where the portal sends no emails, the %s who sends an invitation again reads %s', async (staffRole, text) => {
  const invited: TeamPerson = { ...member, state: 'invited', hasAccountElsewhere: false }
  answerPage([owner, invited])
  answer(teamRoutes.resendToPersonOfPartner, { ...team, people: [owner, invited] })
  const asked = answer(partnerRoutes.invitationLink, { link })
  await openPortal(partnerPath(owner.id), { as: { ...staff, staffRole }, settings: { sendsMail: false } })
  await page.getByRole('button', { name: 'More about Mehdi Azzouz' }).click()
  await page.getByRole('menuitem', { name: 'Send the invitation again' }).click()
  await toast('The invitation is ready', text)
  expect(asked.length).toBe(text === link ? 1 : 0)
  const copy = page.getByRole('button', { name: 'Copy the link' })
  if (text === link) await expect.element(copy).toBeVisible()
  else await expect.element(copy).not.toBeInTheDocument()
})
