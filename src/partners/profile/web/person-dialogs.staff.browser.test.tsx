import { describe, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { pagePaths } from '#access/domain/page-paths.ts'
import { partnerCorrectionRoutes } from '#partners/corrections/api.ts'
import { type PersonRow, partnerRoutes, person } from '#partners/partners/api/partners.ts'
import { answer, answerLeast } from '#test/components/api.ts'
import { answerStaffLists } from '#test/components/empty-portal.ts'
import { openPortal } from '#test/components/open-portal.tsx'
import { staff } from '#test/components/people.ts'
import { sampleOf } from '#test/components/sample-of.ts'
import { toast } from '#test/components/toasts.ts'

const someone = sampleOf(person)
const can = { ...someone.can, changeRole: true, endSessions: true }
const lea: PersonRow = { ...someone, fullName: 'Léa Moreau', role: 'admin', staffRole: 'viewer', state: 'active', can }

async function openList(more: Partial<PersonRow>) {
  answerStaffLists()
  answer(partnerRoutes.listPartners, { items: [{ ...lea, ...more }], nextCursor: null })
  await openPortal(pagePaths.partners, { as: staff })
  return page.getByRole('row', { name: /Léa Moreau/ })
}

/** Opens the dialog that ends her sessions, with the box about her passkeys. */
async function openSessions(more: Partial<PersonRow>) {
  const row = await openList(more)
  await row.getByRole('button', { name: /^More about/ }).click()
  await page.getByRole('menuitem', { name: 'End sessions' }).click()
  const dialog = page.getByRole('dialog', { name: 'End sessions' })
  await expect.element(dialog).toMatchTextContent('signed out everywhere')
  return { dialog, box: dialog.getByRole('checkbox'), end: dialog.getByRole('button', { name: 'End sessions' }) }
}

describe('a role that follows the groups of the company account', () => {
  test('is said beside the role, and that a change by hand ends it', async () => {
    const row = await openList({ roleByProvider: true })
    await expect.element(row).toMatchTextContent('by company account')
    await row.getByRole('button', { name: 'Role', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Role of Léa Moreau' })
    await expect.element(dialog).toMatchTextContent('Once you have changed it here, it no longer follows them.')
  })

  test('nothing of it is said of a role that was given by hand', async () => {
    const row = await openList({})
    await row.getByRole('button', { name: 'Role', exact: true }).click()
    await expect.element(page.getByRole('dialog', { name: 'Role of Léa Moreau' })).not.toMatchTextContent('company account')
    await expect.element(row).not.toMatchTextContent('by company account')
  })
})

describe('whoever ends somebody’s sessions', () => {
  test('reads that passkeys still sign in, and removes them if they like', async () => {
    const sent = answer(partnerRoutes.endSessions, { count: 1, passkeys: 0 })
    const { dialog, box, end } = await openSessions({ passkeys: 2 })
    await expect.element(dialog).toMatchTextContent('Their 2 passkeys still sign them in, without the password.')
    await box.click()
    await end.click()
    await toast('Sessions ended', 'Léa Moreau is signed out everywhere')
    expect(sent).toMatchObject([{ query: { removePasskeys: 'true' } }])
  })

  test('is told again that they do where they stay', async () => {
    const sent = answer(partnerRoutes.endSessions, { count: 1, passkeys: 1 })
    const { end } = await openSessions({ passkeys: 1 })
    await end.click()
    await toast('Sessions ended', 'One passkey still opens the account.')
    expect(sent).toMatchObject([{ query: {} }])
  })

  test('is asked nothing of passkeys where there are none', async () => {
    answerLeast(partnerRoutes.endSessions)
    const { box } = await openSessions({ passkeys: 0 })
    expect(box.elements()).toEqual([])
  })
})

describe('whoever deletes a partner', () => {
  const effects = sampleOf(partnerCorrectionRoutes.deletionEffects.returns)

  /** Opens the dialog of a partner with this many leads that go on earning. */
  async function openDeletion(leads: number, as = staff) {
    answer(partnerCorrectionRoutes.deletionEffects, { ...effects, recurring: { leads, lastYearCents: 120_000 } })
    const deleted = answer(partnerRoutes.deletePartner, undefined)
    answerStaffLists()
    const partner = { ...lea, role: 'partner' as const, staffRole: null, can: { ...can, delete: true } }
    answer(partnerRoutes.listPartners, { items: [partner], nextCursor: null })
    await openPortal(pagePaths.partners, { as })
    await page
      .getByRole('row', { name: /Léa Moreau/ })
      .getByRole('button', { name: 'Delete' })
      .click()
    return { deleted, dialog: page.getByRole('dialog', { name: 'Delete partner' }) }
  }

  test('reads how many leads go on earning, and chooses that it ends', async () => {
    const { deleted, dialog } = await openDeletion(3)
    await expect.element(dialog).toMatchTextContent(/3 leads go on bringing commissions .* 1.200,00.€ in the last twelve months/)
    await dialog.getByRole('radio', { name: 'It ends today' }).click()
    await dialog.getByRole('button', { name: 'Delete' }).click()
    await expect.poll(() => deleted).toMatchObject([{ query: { recurring: 'end' } }])
  })

  test('ends nothing without the right to money', async () => {
    const { dialog } = await openDeletion(1, { ...staff, staffRole: 'partner_manager' })
    await expect.element(dialog.getByRole('radio', { name: 'It ends today' })).toBeDisabled()
    await expect.element(dialog.getByRole('radio', { name: 'That goes on' })).toBeEnabled()
  })
})
