import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { pagePaths } from '#access/domain/page-paths.ts'
import { clientConfirmationRoutes } from '#leads/client-confirmations/api.ts'
import { leadRoutes } from '#leads/leads/api/leads.ts'
import { leadNoticeRoutes } from '#leads/notices/api.ts'
import { registrationRoutes } from '#leads/registrations/api/registrations.ts'
import { disputeRoutes } from '#money/disputes/api.ts'
import { answer, answerLeast } from '#test/components/api.ts'
import { answerStaffLists, sampleLead } from '#test/components/empty-portal.ts'
import { openPortal } from '#test/components/open-portal.tsx'
import { staff } from '#test/components/people.ts'
import { sampleOf } from '#test/components/sample-of.ts'

const offered = /WhatsApp|^Call$|^Write$|^Éditer$|^Supprimer$|receipt|client@|Compare|Share|Send$|to be told by/
const { id, name, offerType } = sampleLead

async function openLead(as: typeof staff, erasesAt?: string) {
  answerStaffLists()
  answerLeast(leadRoutes.leadComments, clientConfirmationRoutes.getClientConfirmation, leadNoticeRoutes.getLeadNotice)
  answerLeast(registrationRoutes.getRegistration, disputeRoutes.listDisputes)
  const isFree = erasesAt === undefined
  const can = { edit: isFree, move: isFree, delete: isFree }
  const contact = { email: 'client@petit.example', phone: '06 11 22 33 44' }
  const shown = { ...sampleOf(leadRoutes.getLead.returns), ...contact, id, name, offerType, status: 'signe', can }
  answer(leadRoutes.getLead, isFree ? shown : { ...shown, erasesAt })
  await openPortal(`${pagePaths.adminLeads}?lead=${id}`, { as })
  const drawer = page.getByRole('dialog', { name })
  await expect.element(drawer.getByText('Signé').first()).toBeVisible()
  return drawer
}

test('a lead whose client is about to be erased says so, and offers what money needs alone', async () => {
  const drawer = await openLead(staff, '2026-12-03T10:00:00.000Z')
  const banner = drawer.getByRole('status').filter({ hasText: 'The client of this lead is to be erased on' })
  await expect.element(banner).toMatchTextContent('03/12/2026')
  const link = banner.getByRole('link', { name: 'Stop the erasure under Personal data' })
  await expect.element(link).toHaveAttribute('href', `${pagePaths.peopleData}?view=erasures`)
  await expect.element(drawer.getByRole('button', { name: 'The client has paid' })).toBeVisible()
  expect(drawer.getByText(offered).elements()).toEqual([])
})

test('who plans no erasures is not sent to them', async () => {
  const drawer = await openLead({ ...staff, staffRole: 'finance' }, '2026-12-03T10:00:00.000Z')
  await expect.element(drawer.getByText('The client of this lead is to be erased on')).toBeVisible()
  expect(drawer.getByRole('link', { name: /Stop the erasure/ }).elements()).toEqual([])
})

test('any other lead offers all of it', async () => {
  const drawer = await openLead(staff)
  await expect.poll(() => drawer.getByText(offered).elements().length).toBeGreaterThan(7)
})
