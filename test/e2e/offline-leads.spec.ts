import { type Browser, expect, type Page } from '@playwright/test'
import { password } from '../../demo/content.ts'
import type { PortalProcess } from '../running-portal.ts'
import { cut, goOffline, loseAnswer } from './network.ts'
import { test } from './portal-fixture.ts'
import { contextOf, openAs } from './sample-world.ts'
import { expectNoOverflow, toast } from './steps.ts'
import { startPortalIn } from './worlds.ts'

const camille = 'camille.lefevre@exemple.fr'
const sophie = 'sophie.moreau@exemple.fr'
const phone = { viewport: { width: 360, height: 780 }, hasTouch: true, isMobile: true }

/** Leads added where the portal cannot be reached wait on the device. */
test.describe('a lead without a network', () => {
  let portal: PortalProcess
  test.beforeAll(async () => {
    portal = await startPortalIn('sample')
  })
  test.afterAll(() => portal?.remove())

  const formOf = (page: Page) => page.getByRole('dialog', { name: 'Ajouter un lead' })
  const waiting = (page: Page, company: string) =>
    page.getByRole('region', { name: 'Leads en attente d’envoi' }).getByRole('listitem', { name: company })
  const openForm = async (page: Page) => {
    await page.getByRole('button', { name: 'Add Lead' }).click()
    await expect(formOf(page).getByRole('button', { name: 'Importer une vCard' })).toBeVisible()
  }
  const fill = async (page: Page, name: string, company: string) => {
    const form = formOf(page)
    await form.getByLabel('Société').fill(company)
    await form.getByLabel('Email').fill(`contact@${company.replace(/\W/g, '').toLowerCase()}.example`)
    await form.getByLabel('Nom du contact').fill(name)
    await form.getByLabel("Type d'offre").selectOption('star')
  }
  const send = (page: Page) => formOf(page).getByRole('button', { name: 'Ajouter', exact: true }).click()
  const namesOf = async (browser: Browser, company: string) => {
    const { request } = await contextOf(browser, portal, camille)
    const { items } = await (await request.get(`/api/leads?search=${encodeURIComponent(company)}`)).json()
    return items.map(({ name }: { name: string }) => name)
  }

  test('waits on the phone, goes out once with its receipt, and a conflict is decided', async ({ browser }) => {
    const other = await contextOf(browser, portal, sophie)
    const followed = { company: 'Scierie Followed', email: 'contact@scieriefollowed.example', name: 'Yves Suivi' }
    await other.request.post('/api/leads', { data: { ...followed, offerType: 'star', estimatedAmountCents: 100_000 } })

    const page = await openAs(browser, portal, camille, '/dashboard/leads', phone)
    await test.step('company and address come first, and the offer proposes its amount', async () => {
      await openForm(page)
      const labels = async () => (await formOf(page).locator('label').allInnerTexts()).map((text) => text.replace(/[\s*]+$/, ''))
      await expect.poll(async () => (await labels()).slice(0, 3)).toEqual(['Société', 'Email', 'Téléphone'])
      await fill(page, 'Anne Loin', 'Forge Lointaine')
      await expect(formOf(page).getByText('Libre : personne ne suit ce contact')).toBeVisible()
      const amount = formOf(page).getByLabel('Montant estimé (€)')
      await expect(amount).toHaveValue('10 000')
      await formOf(page).getByLabel("Type d'offre").selectOption('custom')
      await expect(amount).toHaveValue('40 000')
      await amount.fill('12 345')
      await formOf(page).getByLabel("Type d'offre").selectOption('star')
      await expect(amount).toHaveValue('12 345')
      await expect(formOf(page).getByRole('button', { name: 'Ajouter', exact: true })).toBeInViewport({ ratio: 1 })
    })

    const back = await test.step('without a network it is kept on the device', async () => {
      const undo = await goOffline(page)
      await send(page)
      await toast(page, 'Lead gardé sur cet appareil')
      await expect(waiting(page, 'Forge Lointaine')).toContainText('Attend le réseau')
      await page.getByRole('button', { name: 'Add Lead' }).click()
      // What is required is required here too.
      await send(page)
      await toast(page, 'Erreur de validation', 'La société doit contenir au moins 2 caractères')
      await fill(page, 'Yves Autre', followed.company)
      await expect(formOf(page).getByText('Hors ligne : ce contact sera vérifié à l’envoi')).toBeVisible()
      await send(page)
      await toast(page, 'Lead gardé sur cet appareil')
      await expect(waiting(page, followed.company)).toBeVisible()
      await expectNoOverflow(page)
      return undo
    })

    await test.step('with one it goes out, with its receipt; what is followed already waits for a decision', async () => {
      await back()
      await toast(page, 'Lead ajouté', 'Le lead a été ajouté avec succès')
      const received = page.getByRole('region', { name: 'Leads en attente d’envoi' }).getByRole('status')
      await expect(received).toContainText(/Forge Lointaine est arrivé, REF-\d{4}-\d+/)
      // Its first receipt starts the process that seals.
      const [receipt] = await Promise.all([
        page.waitForEvent('download', { timeout: 60_000 }),
        received.getByRole('link', { name: 'Récépissé (PDF)' }).click(),
      ])
      const failure = await receipt.failure()
      expect(failure).toBeNull()
      await expect(waiting(page, 'Forge Lointaine')).toHaveCount(0)
      await expect(page.getByRole('article', { name: 'Anne Loin' })).toHaveCount(1)
      const conflict = waiting(page, followed.company)
      await expect(conflict).toContainText('Ce contact est déjà suivi')
      await conflict.getByRole('button', { name: 'Modifier' }).click()
      await expect(formOf(page).getByLabel('Nom du contact')).toHaveValue('Yves Autre')
      await formOf(page).getByLabel('Société').fill('Scierie Neuve')
      await formOf(page).getByLabel('Email').fill('contact@scierieneuve.example')
      await send(page)
      await toast(page, 'Lead ajouté')
      await expect(conflict).toHaveCount(0)
    })
    const sent = await Promise.all(['Forge Lointaine', 'Scierie Neuve', followed.company].map((each) => namesOf(browser, each)))
    expect(sent).toEqual([['Anne Loin'], ['Yves Autre'], []])
    await page.context().close()
  })

  test('that arrived before the server died is not added twice, though two tabs send it', async ({ browser }) => {
    const page = await openAs(browser, portal, camille, '/dashboard/leads')
    const second = await page.context().newPage()
    await second.goto('/dashboard/leads')
    await expect(second.getByRole('article').first()).toBeVisible()
    await openForm(page)
    await fill(page, 'Rémi Coupé', 'Câbles Coupés')
    await loseAnswer(page, '**/api/leads', () => portal.stop('SIGKILL'))
    await send(page)
    await toast(page, 'Lead gardé sur cet appareil')
    await expect(waiting(second, 'Câbles Coupés')).toBeVisible()
    // It may have arrived: what the portal has is not typed over.
    await expect(waiting(page, 'Câbles Coupés').getByRole('button', { name: 'Modifier' })).toHaveCount(0)
    await portal.start()
    await Promise.all([page, second].map((tab) => tab.evaluate(() => window.dispatchEvent(new Event('online')))))
    for (const tab of [page, second]) {
      await expect(waiting(tab, 'Câbles Coupés')).toHaveCount(0)
      await expect(tab.getByRole('article', { name: 'Rémi Coupé' })).toHaveCount(1)
    }
    await expect.poll(() => namesOf(browser, 'Câbles Coupés')).toEqual(['Rémi Coupé'])
    await page.context().close()
  })

  test('belongs to its account: a sign-out asks, and somebody else on the device neither sees nor sends it', async ({
    browser,
  }) => {
    const page = await openAs(browser, portal, camille, '/dashboard/leads', { ownSession: true })
    await openForm(page)
    await fill(page, 'Paule Privée', 'Menuiserie Privée')
    const undo = await cut(page, '**/api/leads')
    await send(page)
    await toast(page, 'Lead gardé sur cet appareil')
    await page.getByRole('button', { name: 'Déconnexion' }).click()
    const question = page.getByRole('dialog', { name: 'Des leads ne sont pas encore envoyés' })
    await expect(question).toContainText('Un lead attend encore sur cet appareil')
    await question.getByRole('button', { name: 'Se déconnecter et les garder' }).click()
    const signIn = async (email: string) => {
      await page.getByLabel('E-mail').fill(email)
      await page.getByLabel('Mot de passe', { exact: true }).fill(password)
      await page.getByRole('button', { name: 'Se connecter' }).click()
      await expect(page).toHaveURL(/dashboard/)
    }
    await signIn(sophie)
    await undo()
    await page.getByRole('link', { name: 'Leads', exact: true }).click()
    await expect(page.getByRole('article').first()).toBeVisible()
    await page.evaluate(() => window.dispatchEvent(new Event('online')))
    await expect(page.getByText('Menuiserie Privée')).toHaveCount(0)
    await page.getByRole('button', { name: 'Déconnexion' }).click()
    await signIn(camille)
    await toast(page, 'Lead ajouté')
    await expect.poll(() => namesOf(browser, 'Menuiserie Privée')).toEqual(['Paule Privée'])
    await page.context().close()
  })

  test('is added and shown where the portal is opened without a network, and nothing is after a sign-out', async ({
    browser,
  }) => {
    const page = await openAs(browser, portal, camille, '/dashboard/leads', { ...phone, ownSession: true })
    await test.step('the form leaves another one on the device', async () => {
      await openForm(page)
      const isReady = () =>
        page.evaluate(() => Boolean(navigator.serviceWorker.controller && localStorage['passerelle.offline-lead-form']))
      await expect.poll(isReady).toBe(true)
    })
    await test.step('a lead is kept with what it needs, and waits beside those from before', async () => {
      await fill(page, 'Anne Avant', 'Avant la Coupure')
      await portal.stop()
      await send(page)
      await expect(waiting(page, 'Avant la Coupure')).toBeVisible()
      await page.goto('/dashboard')
      await expect(page.getByRole('heading', { name: 'Vous êtes hors ligne' })).toBeVisible()
      const list = page.getByRole('listitem')
      await expect(list).toHaveText([/^Avant la Coupure/])
      await page.getByRole('button', { name: 'Ajouter' }).click()
      await expect(list).toHaveCount(1)
      await page.getByLabel('Société').fill('Scierie Isolée')
      await page.getByLabel('Email').fill('contact@scierieisolee.example')
      await page.getByLabel('Nom du contact').fill('Yves Isolé')
      await page.getByLabel('Type d').selectOption('star')
      await page.getByLabel('Montant').fill('1234.5')
      await page.getByRole('button', { name: 'Ajouter' }).click()
      await expect(list).toHaveText([/^Avant la Coupure/, /^Scierie Isolée/])
      await expectNoOverflow(page)
    })
    await test.step('both go out when the portal is back', async () => {
      await portal.start()
      await expect.poll(() => namesOf(browser, 'Scierie Isolée')).toEqual(['Yves Isolé'])
      await expect.poll(() => namesOf(browser, 'Avant la Coupure')).toEqual(['Anne Avant'])
    })
    await test.step('a sign-out takes form and leads away', async () => {
      await page.goto('/dashboard/leads')
      await page.request.delete('/api/session')
      await page.goto('/auth')
      await expect(page.getByLabel('E-mail')).toBeVisible()
      await portal.stop()
      await page.goto('/dashboard')
      await expect(page.getByRole('heading', { name: 'Vous êtes hors ligne' })).toBeVisible()
      await expect(page.getByRole('textbox')).toHaveCount(0)
      await portal.start()
    })
    await page.context().close()
  })

  test('receipt and own link go to the phone’s own sheet', async ({ browser }) => {
    const page = await openAs(browser, portal, camille, '/favicon.svg', phone)
    await page.addInitScript(() => {
      const shared: unknown[] = []
      Object.assign(navigator, {
        canShare: () => true,
        share: async ({ files, ...texts }: ShareData) => {
          shared.push({ ...texts, files: files?.map(({ name, type }) => `${name} ${type}`) })
        },
      })
      Object.assign(window, { shared })
    })
    const shared = () => page.evaluate(() => (window as unknown as { shared: unknown[] }).shared)
    await page.goto('/dashboard/leads')
    await page
      .getByRole('article')
      .first()
      .tap({ position: { x: 20, y: 20 } })
    const drawer = page.getByRole('dialog')
    await drawer.getByRole('button', { name: 'Partager le récépissé' }).tap()
    await expect.poll(shared).toMatchObject([{ files: [expect.stringMatching(/^REF-\d{4}-\d+\.pdf application\/pdf$/)] }])
    await expect(drawer.getByRole('link', { name: 'WhatsApp' })).toHaveAttribute(
      'href',
      /^https:\/\/wa\.me\/\d*\?text=Bonjour%20/,
    )
    await page.goto('/dashboard/leads?add=link')
    const link = page.getByRole('dialog', { name: 'Mon lien' })
    await link.getByRole('button', { name: 'Partager' }).tap()
    const url = await link.getByLabel('Lien').inputValue()
    await expect.poll(shared).toMatchObject([{ url, text: expect.stringContaining('Atelier Loire') }])
    await page.context().close()
  })
})
