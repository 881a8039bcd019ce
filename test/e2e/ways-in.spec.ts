import { expect, type Page } from '@playwright/test'
import { administrator, password } from '../../demo/content.ts'
import type { PortalProcess } from '../running-portal.ts'
import { test } from './portal-fixture.ts'
import { camille } from './portal-pages.ts'
import { openAs } from './sample-world.ts'
import { expectNoOverflow, toast, visit } from './steps.ts'
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
      await dialog.getByRole('button', { name: 'Save' }).click()
      await toast(staff, 'Settings saved', 'Signing in')
      await expect(staff.getByRole('region', { name: 'Signing in' })).toContainText('Yes')
    })

    await test.step('the page has one line more, and the link is asked for', async () => {
      await visitor.reload()
      const ask = visitor.getByRole('button', { name: 'Recevoir un lien par e-mail' })
      await expect(ask).toBeVisible()
      const more = 'Recevoir un lien par e-mail'
      const withoutIt = async () => (await said(visitor)).replace(more, '').replace(/\s+/g, ' ')
      await expect.poll(withoutIt).toBe(before.replace(/\s+/g, ' '))
      await ask.click()
      await visitor.getByLabel('E-mail').fill(camille)
      await expectNoOverflow(visitor)
      await visitor.getByRole('button', { name: 'Envoyer le lien' }).click()
      await expect(visitor.getByRole('status')).toContainText('Il est valable 15 minutes, dans ce navigateur')
    })
    const link = await portal.linkMailedTo(camille, 'sign-in-link')

    await test.step('another browser is told where it opens', async () => {
      const stranger = await openAs(browser, portal, null, link)
      await expect(stranger.getByText('Ce lien ne s’ouvre que dans le navigateur où il a été demandé.')).toBeVisible()
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

  test('a passkey is added, signs in, changes an IBAN and is removed again', async ({ browser }) => {
    const page = await openAs(browser, portal, camille, '/dashboard', { ownSession: true })
    const device = await addDevice(page)
    const dialog = page.getByRole('dialog', { name: 'Clés d’accès' })
    const openPasskeys = async () => {
      await page.getByRole('button', { name: /Camille/ }).click()
      await page.getByRole('menuitem', { name: 'Clés d’accès' }).click()
      await expect(dialog).toBeVisible()
    }

    await test.step('it asks for the password, and for a finger on the device', async () => {
      await openPasskeys()
      await expect(dialog).toContainText('Vous n’en avez pas encore.')
      await dialog.getByLabel('Nom').fill('Téléphone')
      await dialog.getByRole('button', { name: 'Ajouter une clé d’accès' }).click()
      const proof = page.getByRole('dialog', { name: 'Confirmez que c’est vous' })
      await proof.getByLabel('Votre mot de passe').fill(password)
      await expect(proof.getByRole('button', { name: 'Utiliser une clé d’accès' })).toHaveCount(0)
      await proof.getByRole('button', { name: 'Ajouter une clé d’accès' }).click()
      await toast(page, 'Clé d’accès ajoutée', 'Téléphone')
      await expect(dialog).toContainText('pas encore utilisée')
      await page.keyboard.press('Escape')
    })

    await test.step('another IBAN is confirmed with it', async () => {
      await visit(page, '/dashboard/payment-info')
      await page.getByLabel('IBAN').fill('FR7610107001011234567890129')
      await page.getByRole('button', { name: 'Save Information' }).click()
      const question = page.getByRole('dialog', { name: 'Confirmer le nouvel IBAN' })
      await expect(question.getByRole('button', { name: 'Utiliser une clé d’accès' })).toBeVisible()
      await question.getByRole('button', { name: 'Utiliser une clé d’accès' }).click()
      await expect(question).toBeHidden()
    })

    await test.step('it signs in; a device that does not recognise its owner does not', async () => {
      // A page whose session has ended would be the one to come back to.
      await page.goto('about:blank')
      await page.context().clearCookies()
      await page.goto('/auth')
      const button = page.getByRole('button', { name: 'Se connecter avec une clé d’accès' })
      await expect(button).toBeVisible()
      await device.recognises(false)
      await button.click()
      await toast(page, 'Erreur de connexion', 'Rien n’a été confirmé sur l’appareil.')
      await device.recognises(true)
      await button.click()
      await expect(page).toHaveURL(/\/dashboard$/)
      await page.getByRole('button', { name: /Camille/ }).click()
      await page.getByRole('menuitem', { name: 'Sessions' }).click()
      await expect(page.getByRole('dialog')).toContainText('Connexion par clé d’accès')
      await page.keyboard.press('Escape')
    })

    await test.step('it is removed with itself as the proof, and the sign-in page forgets that there are any', async () => {
      await openPasskeys()
      await dialog.getByRole('button', { name: 'Retirer Téléphone' }).click()
      await page
        .getByRole('dialog', { name: 'Retirer la clé d’accès ?' })
        .getByRole('button', { name: 'Utiliser une clé d’accès' })
        .click()
      await toast(page, 'Clé d’accès retirée', 'Téléphone')
      await expect(dialog).toContainText('Vous n’en avez pas encore.')
      await page.context().clearCookies()
      await page.goto('/auth')
      await expect(page.getByRole('button', { name: 'Se connecter', exact: true })).toBeVisible()
      await expect(page.getByRole('button', { name: 'Se connecter avec une clé d’accès' })).toHaveCount(0)
    })
  })
})

/** Gives the browser of a page a device that keeps passkeys, and says whether it recognises its owner. */
async function addDevice(page: Page) {
  const browserProtocol = await page.context().newCDPSession(page)
  await browserProtocol.send('WebAuthn.enable')
  const { authenticatorId } = await browserProtocol.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      automaticPresenceSimulation: true,
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
    },
  })
  return {
    recognises: (isUserVerified: boolean) =>
      browserProtocol.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified }),
  }
}
