import { type BrowserContext, expect, type Locator, type Page } from '@playwright/test'
import { administrator, password } from '../../demo/content.ts'
import { change } from './network.ts'
import { test } from './portal-fixture.ts'
import { contextOf, openAs } from './sample-world.ts'
import { expectNoOverflow } from './steps.ts'
import { startPortalIn } from './worlds.ts'

const camille = 'camille.lefevre@exemple.fr'
const phone = { viewport: { width: 360, height: 780 } }
const lines = ['BEGIN:VCARD', 'VERSION:3.0', 'N:Quéméner;Loïc;;;', 'FN:Loïc Quéméner', 'ORG:Vannerie Quéméner;']
const card = [...lines, 'TEL;type=CELL:+33 6 12 34 56 78', 'EMAIL:loic@quemener.example', 'END:VCARD', ''].join('\r\n')
const file = { name: 'loic.vcf', mimeType: 'text/vcard', buffer: Buffer.from(card) }

/** Until the worker answers for this page. */
const controlled = (page: Page) =>
  page.evaluate(async () => {
    await navigator.serviceWorker.ready
    if (navigator.serviceWorker.controller) return
    await new Promise((resolve) => navigator.serviceWorker.addEventListener('controllerchange', resolve, { once: true }))
  })

/** Sends the form as a phone does when a contact is shared with the installed portal. */
const share = (page: Page, vcard: string) =>
  page.evaluate((text) => {
    const form = Object.assign(document.createElement('form'), {
      action: '/dashboard/share',
      method: 'POST',
      enctype: 'multipart/form-data',
    })
    const input = Object.assign(document.createElement('input'), { type: 'file', name: 'contact' })
    const files = new DataTransfer()
    files.items.add(new File([text], 'contact.vcf', { type: 'text/vcard' }))
    input.files = files.files
    form.append(input)
    document.body.append(form)
    form.submit()
  }, vcard)

const formOf = (page: Page) => page.getByRole('dialog', { name: /Ajouter un lead|Add Lead/ })

async function expectFilled(page: Page): Promise<void> {
  const form = formOf(page)
  await expect(form.getByLabel(/Nom du contact|Contact name/)).toHaveValue('Loïc Quéméner')
  await expect(form.getByLabel(/Société|Company/)).toHaveValue('Vannerie Quéméner')
  await expect(form.getByLabel('Email')).toHaveValue('loic@quemener.example')
  await expect(form.getByLabel(/Téléphone|Phone/)).toHaveValue('+33 6 12 34 56 78')
}

const keptBy = (context: BrowserContext) =>
  context.pages()[0]?.evaluate(async () => {
    const names = await caches.keys()
    return Promise.all(
      names.map(async (name) => (await (await caches.open(name)).keys()).map(({ url }) => new URL(url).pathname)),
    )
  })

test.describe('from a phone', () => {
  test('the portal can be installed under the provider’s name', async ({ browser, sampleWorld: portal }) => {
    const page = await openAs(browser, portal, null, '/auth', phone)
    const address = await page.locator('link[rel=manifest]').getAttribute('href')
    const answer = await page.request.get(address ?? '')
    expect(answer.headers()['content-type']).toContain('application/manifest+json')
    const manifest = await answer.json()
    expect(manifest).toMatchObject({ name: 'Atelier Loire', start_url: '/dashboard', scope: '/', display: 'standalone' })
    for (const { src, sizes } of manifest.icons) {
      const size = () =>
        page.evaluate(async (url) => {
          const { width, height } = await createImageBitmap(await (await fetch(url)).blob())
          return `${width}x${height}`
        }, src)
      await expect.poll(size, src).toBe(sizes)
    }
    expect(manifest.icons.map(({ purpose }: { purpose: string }) => purpose)).toEqual(['any', 'any', 'maskable'])
    expect(manifest.share_target).toMatchObject({ action: '/dashboard/share', method: 'POST', enctype: 'multipart/form-data' })
    // What the browser itself finds wrong with it.
    const session = await page.context().newCDPSession(page)
    const { errors } = await session.send('Page.getAppManifest')
    expect(errors).toEqual([])
    // Visitors have no worker.
    const workers = () => page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)
    await expect.poll(workers).toBe(0)
    await page.context().close()
  })

  test('without the portal there is a page that says so, and nothing of a signed-in person is kept', async ({ browser }) => {
    const portal = await startPortalIn('sample')
    const page = await openAs(browser, portal, camille, '/dashboard/leads', phone)
    await controlled(page)
    await page.reload()
    await expect(page.getByRole('heading', { name: 'Leads', level: 1 })).toBeVisible()
    await expect.poll(() => keptBy(page.context())).toEqual([])
    await portal.stop()
    await page.goto('/dashboard/leads', { waitUntil: 'load' })
    await expect(page.getByRole('heading', { name: 'Vous êtes hors ligne' })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Réessayer' })).toBeVisible()
    await portal.start()
    // Nobody has to press it: the page comes back with the portal.
    await expect(page.getByRole('heading', { name: 'Leads', level: 1 })).toBeVisible()
    await page.context().close()
    await portal.remove()
  })

  test('fields are large enough that no browser zooms, the whole card opens, and Back closes what is on top', async ({
    browser,
    sampleWorld: portal,
  }) => {
    const touch = { ...phone, hasTouch: true, isMobile: true }
    const sizes = (within: Locator) =>
      within.locator('input:not([type=checkbox], [type=file], [aria-hidden]), select, textarea').evaluateAll((fields) =>
        fields.map((field) => {
          const box = (field.closest('.mantine-Input-wrapper') ?? field).getBoundingClientRect()
          return { type: Number.parseFloat(getComputedStyle(field).fontSize), height: box.height }
        }),
      )
    const expectLarge = async (within: Locator) => {
      await within.locator('input:not([type=file])').first().waitFor()
      await expect(async () => {
        const all = await sizes(within)
        expect(all.length).toBeGreaterThan(1)
        for (const { type, height } of all) expect([type >= 16, height >= 44]).toEqual([true, true])
      }).toPass()
    }
    const guest = await openAs(browser, portal, null, '/auth', touch)
    await expectLarge(guest.getByRole('main'))
    await guest.context().close()

    const page = await openAs(browser, portal, camille, '/dashboard/leads', touch)
    await page.getByRole('button', { name: 'Add Lead' }).tap()
    await expectLarge(formOf(page))
    await expect(formOf(page).getByRole('button', { name: 'Ajouter', exact: true })).toBeInViewport()
    await page.goBack()
    await expect(formOf(page)).toBeHidden()
    await expect(page).toHaveURL(/\/dashboard\/leads$/)

    const name = 'Grandhommeauxnomssansespaces'.repeat(4)
    await change<object>(page, /\/api\/leads\/[0-9a-f-]{36}$/, (lead) => ({ ...lead, name }))
    await page
      .getByRole('article')
      .first()
      .tap({ position: { x: 20, y: 60 } })
    const drawer = page.getByRole('dialog', { name })
    await expect(drawer.getByRole('button', { name: 'Fermer' })).toBeInViewport({ ratio: 1 })
    await drawer.getByText("Lu par le partenaire et par l'équipe.", { exact: true }).scrollIntoViewIfNeeded()
    await expect(drawer.getByText("Lu par le partenaire et par l'équipe.", { exact: true })).toBeInViewport()
    await page.goBack()
    await expect(drawer).toBeHidden()
    await page.context().close()
  })

  test('a shared contact fills the form of a lead, also after a sign-in, once; a file does the same', async ({
    browser,
    sampleWorld: portal,
  }) => {
    const page = await openAs(browser, portal, camille, '/dashboard', { ...phone, ownSession: true })
    await controlled(page)
    await share(page, card)
    await expectFilled(page)
    await expect(page).toHaveURL(/\?add=shared$/)
    await expect(formOf(page).getByText('Contact repris')).toBeVisible()
    await expectNoOverflow(page)
    await expect.poll(() => keptBy(page.context())).toEqual([])

    await page.request.delete('/api/session')
    await page.goto('/auth')
    await share(page, card)
    await page.getByLabel('E-mail').fill(camille)
    await page.getByRole('textbox', { name: 'Mot de passe' }).fill(password)
    await page.keyboard.press('Enter')
    await expectFilled(page)
    await page.context().close()

    const staff = await (await contextOf(browser, portal, administrator.email)).newPage()
    await staff.goto('/dashboard/admin-leads?add=lead')
    await formOf(staff)
      .locator('input[type=file]')
      .setInputFiles({ ...file, buffer: Buffer.from('Bonjour') })
    await expect(formOf(staff).getByText('There is no contact in this file')).toBeVisible()
    await formOf(staff).locator('input[type=file]').setInputFiles(file)
    await expectFilled(staff)
    await staff.context().close()
  })
})
