import { describe, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { pagePaths } from '#access/domain/page-paths.ts'
import { partnerNameRoutes } from '#accounts/people/api.ts'
import { answer, answerLeast } from '#test/components/api.ts'
import { openPortal } from '#test/components/open-portal.tsx'
import { staff } from '#test/components/people.ts'
import { sampleOf } from '#test/components/sample-of.ts'
import { type NoticeSummary, noticeRoutes } from '../api.ts'

describe('people who are still to be told', () => {
  const open = (summary: Partial<NoticeSummary>) => {
    answerLeast(partnerNameRoutes.partnerNames)
    answer(noticeRoutes.listNotices, { items: [], nextCursor: null })
    answer(noticeRoutes.getNoticeSummary, { ...sampleOf(noticeRoutes.getNoticeSummary.returns), ...summary })
    return openPortal(`${pagePaths.peopleData}?view=notices`, { as: staff })
  }

  test('whom the button leaves out is counted, each for a reason', async () => {
    await open({ due: 24, mailable: 20, postponed: 1, ordered: 2, withoutEmail: 1 })
    await expect.element(page.getByRole('button', { name: 'Send 20 notices' })).toBeVisible()
    await expect.element(page.getByText(/24 people have still to be told\. Of these the button excludes: .*\.$/)).toBeVisible()
    const left = page.getByText('Of these the button excludes:').last()
    for (const reason of ['1 without an email address', '2 mailed within a week', '1 put off to another day'])
      await expect.element(left).toMatchTextContent(reason)
  })

  test.for([
    [{ due: 3, queued: 3 }, 'Everybody who can be mailed is in line'],
    [{ due: 1, withoutEmail: 1 }, 'Nobody can be mailed now'],
  ] as const)('where %o are due, the button says: %s', async ([summary, label]) => {
    await open(summary)
    await expect.element(page.getByRole('button', { name: label })).toBeDisabled()
  })
})
