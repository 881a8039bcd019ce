import { expect, type Page } from '@playwright/test'
import { administrator } from '../../demo/content.ts'
import { answer, hold } from './network.ts'
import { test } from './portal-fixture.ts'
import { openAs } from './sample-world.ts'

const one = /\/api\/leads\/[0-9a-f-]{36}$/

/** What a partner and staff read on the same screens. */
const french = {
  actions: 'Actions pour',
  editLead: 'Modifier le lead',
  loading: 'Chargement',
  messages: 'Échanges',
  message: 'Votre message',
  name: 'Nom',
  company: 'Société',
  registration: 'Enregistrement',
}
const english: typeof french = {
  actions: 'Actions for',
  editLead: 'Edit the lead',
  loading: 'Loading',
  messages: 'Messages',
  message: 'Your message',
  name: 'Contact name',
  company: 'Company',
  registration: 'Registration',
}

/** Holds the reads of one lead back until `release`. */
async function holdReads(page: Page) {
  const held = Promise.withResolvers<void>()
  await hold(page, one, () => held.promise)
  return held.resolve
}

/** A card knows less of a lead than its drawer and its form, which read the rest. */
test.describe('a lead that is slow to come', () => {
  for (const [who, email, path, words] of [
    ['a partner', 'camille.lefevre@exemple.fr', '/dashboard/leads', french],
    ['staff', administrator.email, '/dashboard/admin-leads', english],
  ] as const) {
    test(`opens with what its card knows, then whole: ${who}`, async ({ browser, changedWorld: portal }) => {
      const page = await openAs(browser, portal, email, path)
      const release = await holdReads(page)
      const card = page.getByRole('article').first()
      const name = (await card.getAttribute('aria-label')) ?? ''
      await card.click()
      const drawer = page.getByRole('dialog', { name })
      await expect(drawer.getByRole('button', { name: 'Éditer' })).toBeVisible()
      await expect(drawer.getByRole('textbox', { name: words.message })).toBeVisible()
      await expect(drawer.getByRole('region', { name: words.registration })).toContainText('REF-')
      const places = () =>
        Promise.all(
          [words.messages, words.message, words.company].map(async (text) => {
            const place = drawer.getByText(text, { exact: true }).first()
            return (await place.boundingBox())?.y
          }),
        )
      // The thread comes by itself, above what is measured.
      let before = await places()
      const isStill = async () => {
        const last = JSON.stringify(before)
        before = await places()
        return JSON.stringify(before) === last
      }
      await expect.poll(isStill, { intervals: [500] }).toBe(true)
      await expect(drawer.getByRole('link', { name: '@' })).toBeHidden()
      release()
      await expect(drawer.getByRole('link', { name: '@' })).toBeVisible()
      await expect.poll(places).toEqual(before)
    })

    test(`its form comes in the place of its outline: ${who}`, async ({ browser, changedWorld: portal }) => {
      const page = await openAs(browser, portal, email, path)
      const release = await holdReads(page)
      const menu = page.getByRole('article').first().getByRole('button', { name: words.actions })
      await menu.click()
      await page.getByRole('menuitem', { name: 'Éditer' }).click()
      const dialog = page.getByRole('dialog', { name: words.editLead })
      await expect(dialog.getByRole('status', { name: words.loading })).toBeVisible()
      await expect(dialog.getByRole('textbox')).toHaveCount(0)
      const outline = await dialog.boundingBox()
      release()
      await expect(dialog.getByLabel(words.name)).toBeFocused()
      // A partner also reads what the amount would bring.
      const grown = async () => Math.abs(Number((await dialog.boundingBox())?.height) - Number(outline?.height))
      await expect.poll(grown).toBeLessThan(24)
      await page.keyboard.press('Escape')
      await expect(dialog).toBeHidden()
      await expect(menu).toBeFocused()
    })
  }

  test('a form whose lead cannot be read says so, and tries again', async ({ browser, changedWorld: portal }) => {
    const page = await openAs(browser, portal, 'camille.lefevre@exemple.fr', '/dashboard/leads')
    const undo = await answer(page, one, { status: 404, contentType: 'application/problem+json', body: '{}' })
    await page.getByRole('article').first().getByRole('button', { name: 'Actions pour' }).click()
    await page.getByRole('menuitem', { name: 'Éditer' }).click()
    const dialog = page.getByRole('dialog', { name: 'Modifier le lead' })
    await expect(dialog.getByRole('alert')).toBeVisible()
    await undo()
    await dialog.getByRole('button', { name: 'Réessayer' }).click()
    await dialog.getByLabel('Téléphone').fill('06 00 00 00 09')
    await page.reload()
    await expect(dialog.getByLabel('Téléphone')).toHaveValue('06 00 00 00 09')
    await expect(dialog.getByLabel('Nom')).not.toHaveValue('')
  })
})
