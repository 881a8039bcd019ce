import { expect, type Page } from '@playwright/test'
import { administrator, password } from '../../demo/content.ts'
import { LibraryProvider } from '../library-provider.ts'
import type { PortalProcess } from '../running-portal.ts'
import { test } from './portal-fixture.ts'
import { openAs } from './sample-world.ts'
import { expectNoOverflow, toast } from './steps.ts'
import { startPortalIn } from './worlds.ts'

test.describe('company accounts', () => {
  let portal: PortalProcess
  let provider: LibraryProvider
  test.beforeAll(async () => {
    portal = await startPortalIn('sample', undefined, { OIDC_ALLOW_INTERNAL: '127.0.0.1' })
    provider = await LibraryProvider.open(`${portal.url}/auth/provider`)
  })
  test.afterAll(async () => {
    await portal?.remove()
    await provider?.stop()
  })

  /** Somebody signs in on the provider's own pages. */
  async function signInThere(page: Page, login: string): Promise<void> {
    await page.getByPlaceholder('Enter any login').fill(login)
    await page.getByPlaceholder('and password').fill('anything')
    await page.getByRole('button', { name: 'Sign-in' }).click()
    await page.getByRole('button', { name: 'Continue' }).click()
  }
  const confirm = async (page: Page) => {
    const proof = page.getByRole('dialog', { name: 'Confirm the change' })
    await proof.getByLabel('Your password').fill(password)
    await proof.getByRole('button', { name: 'Save' }).click()
  }

  test('an administrator sets a provider, and somebody of the team signs in with it', async ({ browser }) => {
    const phone = { viewport: { width: 360, height: 780 }, hasTouch: true, isMobile: true }
    const visitor = await openAs(browser, portal, null, '/dashboard/admin-leads', phone)
    await expect(visitor).toHaveURL(/\/auth$/)
    await expect(visitor.getByRole('button', { name: /Se connecter avec/ })).toHaveCount(0)

    await test.step('the provider is checked and saved, for a proof', async () => {
      const staff = await openAs(browser, portal, administrator.email, '/dashboard/settings/team?edit=identityProvider')
      const dialog = staff.getByRole('dialog', { name: 'Company accounts' })
      await expect(dialog).toBeVisible({ timeout: 30_000 })
      await expect(dialog.getByLabel('Return address')).toHaveValue(`${portal.url}/auth/provider`)
      await dialog.getByLabel('Name on the button').fill('Atelier')
      await dialog.getByLabel('Issuer').fill(`${provider.issuer}/nothing`)
      await dialog.getByRole('button', { name: 'Check the provider' }).click()
      await expect(dialog.getByRole('alert')).toContainText('There is no description of a provider at this address (status 404).')
      await dialog.getByLabel('Issuer').fill(provider.issuer)
      await dialog.getByRole('button', { name: 'Check the provider' }).click()
      await expect(dialog.getByRole('alert')).toContainText('The provider answers as it should.')
      await dialog.getByLabel('Client ID').fill(provider.clientId)
      await dialog.getByRole('textbox', { name: 'Client secret' }).fill(provider.clientSecret)
      await dialog.getByLabel('Offer it on the sign-in page').check()
      await dialog.getByRole('button', { name: 'Save' }).click()
      await confirm(staff)
      await toast(staff, 'Settings saved', 'Company accounts')
      await staff.goto('/dashboard/settings/team?edit=identityAccounts')
      const accounts = staff.getByRole('dialog', { name: 'Who company accounts are for' })
      await accounts.getByLabel('Domains of your staff').fill('gmail.com')
      await accounts.getByRole('button', { name: 'Save' }).click()
      await expect(accounts).toContainText('Anybody gets an address at one of these domains')
      await accounts.getByLabel('Domains of your staff').fill('atelier-loire.example')
      await accounts.getByLabel('Claim with the role').fill('groups')
      await accounts.getByRole('button', { name: 'Add a value' }).click()
      await accounts.getByLabel('Value 1', { exact: true }).fill('chefs')
      await accounts.getByRole('button', { name: 'Save' }).click()
      await confirm(staff)
      await toast(staff, 'Settings saved', 'Who company accounts are for')
      await expect(staff.getByRole('region', { name: 'Who company accounts are for' })).toContainText('atelier-loire.example')
      await expect(staff.getByRole('region', { name: 'Company accounts', exact: true })).toContainText('Atelier')
    })

    await test.step('whoever is not invited is told so above the form, and an unverified address as well', async () => {
      await visitor.reload()
      await visitor.getByRole('button', { name: 'Se connecter avec Atelier' }).click()
      await signInThere(visitor, 'personne@ailleurs.example')
      await expect(visitor).toHaveURL(/\/auth$/)
      await expect(visitor.getByRole('alert')).toContainText('Il n’y a pas d’accès pour personne@ailleurs.example.')
      await expectNoOverflow(visitor)
      await visitor.context().clearCookies({ domain: '127.0.0.1' })
      await visitor.getByRole('button', { name: 'Se connecter avec Atelier' }).click()
      await signInThere(visitor, 'unverified@atelier-loire.example')
      await expect(visitor.getByRole('alert')).toContainText('n’a pas vérifié l’adresse unverified@atelier-loire.example')
    })

    await test.step('somebody of the team gets an account, and arrives at the page that they came for', async () => {
      await visitor.context().clearCookies({ domain: '127.0.0.1' })
      await visitor.getByRole('button', { name: 'Se connecter avec Atelier' }).click()
      await signInThere(visitor, 'leonie@atelier-loire.example')
      await expect(visitor.getByRole('region', { name: 'Pipeline' })).toBeVisible()
      await expect(visitor).toHaveURL(/\/dashboard\/admin-leads$/)
      await visitor.goto('/dashboard')
      await visitor.getByRole('button', { name: /Léonie/ }).click()
      await visitor.getByRole('menuitem', { name: 'Sessions' }).click()
      await expect(visitor.getByRole('dialog')).toContainText('Signed in with the company’s account')
    })
  })
})
