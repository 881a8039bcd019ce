import { expect, type Page } from '@playwright/test'
import { administrator } from '../../demo/content.ts'
import type { PortalProcess } from '../running-portal.ts'
import { findingsInBothThemes } from './axe.ts'
import { test } from './portal-fixture.ts'
import { camille } from './portal-pages.ts'
import { openAs } from './sample-world.ts'
import { expectNoOverflow, toast } from './steps.ts'
import { startPortalIn } from './worlds.ts'

test.describe('ways in', () => {
  let portal: PortalProcess
  test.beforeAll(async () => {
    portal = await startPortalIn('sample')
  })
  test.afterAll(() => portal?.remove())

  /** What the sign-in page says, word for word. */
  const said = (page: Page) => page.getByRole('main').innerText()

  test('a partner signs in with a link by mail, once staff offer it, and in that browser alone', async ({ browser }) => {
    const phone = { viewport: { width: 360, height: 780 }, hasTouch: true, isMobile: true }
    const visitor = await openAs(browser, portal, null, '/auth', phone)
    await expect(visitor.getByRole('button', { name: 'Se connecter' })).toBeVisible()
    const before = await said(visitor)

    await test.step('staff switch it on', async () => {
      const staff = await openAs(browser, portal, administrator.email, '/dashboard/settings/team?edit=signIn')
      const dialog = staff.getByRole('dialog', { name: 'Signing in' })
      await dialog.getByLabel('Partners may sign in with a link by email').check()
      expect(await findingsInBothThemes(staff)).toEqual([])
      await dialog.getByRole('button', { name: 'Save' }).click()
      await toast(staff, 'Settings saved', 'Signing in')
      await expect(staff.getByRole('region', { name: 'Signing in' })).toContainText('Yes')
    })

    await test.step('the page has one line more, and the link is asked for', async () => {
      await visitor.reload()
      const ask = visitor.getByRole('button', { name: 'Recevoir un lien par e-mail' })
      await expect(ask).toBeVisible()
      const more = 'Recevoir un lien par e-mail'
      expect((await said(visitor)).replace(more, '').replace(/\s+/g, ' ')).toBe(before.replace(/\s+/g, ' '))
      expect(await findingsInBothThemes(visitor)).toEqual([])
      await ask.click()
      await visitor.getByLabel('E-mail').fill(camille)
      expect(await findingsInBothThemes(visitor)).toEqual([])
      await expectNoOverflow(visitor)
      await visitor.getByRole('button', { name: 'Envoyer le lien' }).click()
      await expect(visitor.getByRole('status')).toContainText('Il est valable 15 minutes, dans ce navigateur')
    })
    const link = await portal.linkMailedTo(camille, 'sign-in-link')

    await test.step('another browser is told where it opens', async () => {
      const stranger = await openAs(browser, portal, null, link)
      await expect(stranger.getByText('Ce lien ne s’ouvre que dans le navigateur où il a été demandé.')).toBeVisible()
      expect(await findingsInBothThemes(stranger)).toEqual([])
    })

    await test.step('it opens once, and the session says how it was opened', async () => {
      await visitor.goto(link)
      await expect(visitor).toHaveURL(/\/dashboard$/)
      await visitor.getByRole('button', { name: /Camille/ }).click()
      await visitor.getByRole('menuitem', { name: 'Sessions' }).click()
      await expect(visitor.getByRole('dialog')).toContainText('Connexion par lien reçu par e-mail')
      await visitor.context().clearCookies({ name: /session_token/ })
      await visitor.goto(link)
      await expect(visitor.getByRole('heading', { name: 'Ce lien n’est plus valable' })).toBeVisible()
    })
  })
})
