import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { pagePaths } from '#access/domain/page-paths.ts'
import { answer } from '#test/components/api.ts'
import { answerPartnerLists } from '#test/components/empty-portal.ts'
import { openPortal } from '#test/components/open-portal.tsx'
import { partner } from '#test/components/people.ts'
import { accountRoutes } from '../api/account.ts'

const now = new Date().toISOString()
const browser = { ipAddress: '192.0.2.7', userAgent: 'Firefox', method: null }
const session = { ...browser, id: '01890000-0000-7000-8000-000000000009', current: true, createdAt: now, lastSeenAt: now }

/** Opens the sessions of somebody from the account menu. */
async function openSessions(hasPasskey: boolean) {
  answerPartnerLists()
  answer(accountRoutes.listSessions, { sessions: [session] })
  await openPortal(pagePaths.home, { as: { ...partner, hasPasskey } })
  await page.getByRole('button', { name: /Camille Lefèvre/ }).click()
  await page.getByRole('menuitem', { name: 'Sessions' }).click()
  const dialog = page.getByRole('dialog', { name: 'Sessions' })
  await expect.element(dialog).toMatchTextContent(browser.ipAddress)
  return dialog
}

test('whoever ends their sessions reads that their passkeys go on opening the account', async () => {
  await expect.element(await openSessions(true)).toMatchTextContent('Vos clés d’accès continuent d’ouvrir votre compte.')
})

test('and nothing of passkeys where they have none', async () => {
  await expect.element(await openSessions(false)).not.toMatchTextContent('clés d’accès')
})
