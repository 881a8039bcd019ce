import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { pagePaths } from '#access/domain/page-paths.ts'
import { clientConfirmationRoutes } from '#leads/client-confirmations/api.ts'
import { leadRoutes } from '#leads/leads/api/leads.ts'
import { leadNoticeRoutes } from '#leads/notices/api.ts'
import { registrationRoutes } from '#leads/registrations/api/registrations.ts'
import { answer, answerLeast } from '#test/components/api.ts'
import { answerPartnerLists, boardOf, sampleLead } from '#test/components/empty-portal.ts'
import { openPortal } from '#test/components/open-portal.tsx'
import { partner } from '#test/components/people.ts'
import { sampleOf } from '#test/components/sample-of.ts'

test.each([false, true])(
  'a lead whose client was erased (%s) says so, and offers nothing to reach or name them by',
  async (isErased) => {
    const more = isErased ? { erasedAt: '2026-11-30T10:00:00.000Z' } : {}
    const { id, name, status, offerType } = sampleLead
    const can = { edit: !isErased, move: true, delete: true }
    answerPartnerLists()
    answerLeast(leadRoutes.leadComments, clientConfirmationRoutes.getClientConfirmation, leadNoticeRoutes.getLeadNotice)
    answerLeast(registrationRoutes.getRegistration)
    answer(leadRoutes.leadBoard, boardOf([{ ...sampleLead, ...more }]))
    answer(leadRoutes.getLead, { ...sampleOf(leadRoutes.getLead.returns), ...more, id, name, status, offerType, can })
    await openPortal(`${pagePaths.leads}?lead=${id}`, { as: partner })
    const drawer = page.getByRole('dialog', { name })
    const offered = drawer.getByText(/WhatsApp|^Éditer$|Récépissé|Prenez contact/)
    if (isErased) {
      await expect.element(drawer.getByText('Le client a été effacé le 30/11/2026')).toBeVisible()
      expect(offered.elements()).toEqual([])
    } else {
      // The drawer shows some of them once it has loaded more.
      await expect.poll(() => offered.elements().length).toBe(4)
    }
  },
)
