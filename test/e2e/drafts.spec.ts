import { expect } from '@playwright/test'
import { administrator, password } from '../../demo/content.ts'
import { test } from './portal-fixture.ts'
import { contextOf, openAs } from './sample-world.ts'

const camille = 'camille.lefevre@exemple.fr'

test.use({ contextOptions: { reducedMotion: 'no-preference' } })

/** Drafts live in session storage until saved or discarded. */
test.describe('drafts', () => {
  test('input survives going back, a reload, an ended session and a lock; closing asks first', async ({
    browser,
    changedWorld: portal,
  }) => {
    const page = await openAs(browser, portal, camille, '/dashboard', { ownSession: true })
    await page.getByRole('link', { name: 'Leads', exact: true }).click()
    const add = page.getByRole('button', { name: 'Add Lead' })
    await add.click()
    const form = page.getByRole('dialog', { name: 'Ajouter un lead' })
    const [name, amount] = [form.getByLabel('Nom du contact'), form.getByLabel('Montant estimé (€)')]
    await name.fill('Noémie Pressée')
    await amount.fill('1 500,50')
    const expectDraft = async () => {
      await expect(name).toHaveValue('Noémie Pressée')
      await expect(amount).toHaveValue('1 500,50')
    }
    await page.goBack()
    await expect(form).toBeHidden()
    await page.goForward()
    await expectDraft()
    await page.reload()
    await expectDraft()

    await page.request.delete('/api/session')
    await expect(page).toHaveURL(/\/auth$/)
    await page.getByLabel('E-mail').fill(camille)
    await page.getByLabel('Mot de passe', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'Se connecter' }).click()
    await expectDraft()

    const staff = await contextOf(browser, portal, administrator.email)
    const { me } = await (await page.request.get('/api/session')).json()
    await staff.request.post(`/api/partners/${me.id}/contract/revoke`, { data: { reason: 'Erreur de nom' } })
    await expect(page.getByRole('dialog', { name: 'Access Restricted' })).toBeVisible()
    await expect(form).toBeHidden()
    await staff.request.post(`/api/partners/${me.id}/contract/validate`)
    await expect(page.getByRole('dialog', { name: 'Access Restricted' })).toBeHidden()
    await expectDraft()

    const question = page.getByRole('dialog', { name: 'Fermer sans enregistrer ?' })
    await name.focus()
    await page.keyboard.press('Escape')
    await expect(question).toBeVisible()
    await question.getByRole('button', { name: 'Continuer la saisie' }).click()
    await expect(question).toBeHidden()
    await expect(name).toBeFocused()
    await expectDraft()
    await page.mouse.click(5, 450)
    await question.getByRole('button', { name: 'Abandonner' }).click()
    await expect(form).toBeHidden()
    await add.click()
    await expect(name).toHaveValue('')
    await page.keyboard.press('Escape')
    await expect(form).toBeHidden()
    await expect(add).toBeFocused()
  })
})
