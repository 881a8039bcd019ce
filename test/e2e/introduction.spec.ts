import { expect } from '@playwright/test'
import { test } from './portal-fixture.ts'
import { openAs } from './sample-world.ts'
import { toast } from './steps.ts'

const sophie = 'sophie.moreau@exemple.fr'
const phone = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true }

test('a client confirms a lead, left by a partner’s link or typed by the partner', async ({ browser, changedWorld: portal }) => {
  const partner = await openAs(browser, portal, sophie, '/dashboard/leads', {
    permissions: ['clipboard-read', 'clipboard-write'],
  })
  const link = await test.step('the partner makes a link with its QR code', async () => {
    await partner.getByRole('button', { name: 'Mon lien' }).click()
    const dialog = partner.getByRole('dialog', { name: 'Mon lien' })
    await dialog.getByRole('button', { name: 'Créer mon lien' }).click()
    await expect(dialog.getByRole('img', { name: 'QR code de votre lien' })).toBeVisible()
    await dialog.getByRole('button', { name: 'Copier le lien' }).click()
    await toast(partner, 'Lien copié')
    const copied = await partner.evaluate(() => navigator.clipboard.readText())
    const png = partner.waitForEvent('download')
    await dialog.getByRole('button', { name: 'QR en PNG' }).click()
    expect((await png).suggestedFilename()).toBe('mon-lien.png')
    await partner.keyboard.press('Escape')
    return copied
  })

  const client = await openAs(browser, portal, null, new URL(link).pathname, phone)
  await test.step('a client leaves their details on a phone, and confirms them', async () => {
    await expect(client.getByRole('heading', { name: 'Vos coordonnées' })).toBeVisible()
    await expect(client.getByText('Atelier Loire').last()).toBeVisible()
    // With the styles of its component, which the dashboard alone loads at once.
    await expect.poll(async () => (await client.getByRole('checkbox').boundingBox())?.width).toBeGreaterThanOrEqual(18)
    await client.getByRole('textbox', { name: 'Nom' }).fill('Zoé Client')
    await client.getByRole('textbox', { name: 'Société' }).fill('Menuiserie du Phare')
    await client.getByRole('textbox', { name: 'Email' }).fill('zoe@menuiserie-phare.example')
    await client.getByRole('button', { name: 'Envoyer mes coordonnées' }).click()
    await toast(client, 'Formulaire incomplet', 'Votre accord est nécessaire')
    await client.getByRole('checkbox').check()
    await client.getByRole('button', { name: 'Envoyer mes coordonnées' }).click()
    await expect(client.getByRole('heading', { name: 'Merci' })).toBeVisible()
    const card = partner.getByRole('article', { name: 'Zoé Client' })
    await expect(card).toContainText('Laissé par le client')
    await client.goto(await portal.linkMailedTo('zoe@menuiserie-phare.example', 'confirmation'))
    await expect(client.getByRole('button', { name: 'Ne plus jamais me demander' })).toBeVisible()
    await client.getByRole('button', { name: 'Oui, c’était moi' }).click()
    await expect(client.getByRole('heading', { name: 'Merci de votre réponse' })).toBeVisible()
    await expect(card).toContainText('Confirmé par le client')
  })

  await test.step('the client of a typed lead is asked, and names another contact', async () => {
    await partner.getByRole('button', { name: 'Add Lead' }).click()
    const form = partner.getByRole('dialog', { name: 'Ajouter un lead' })
    await form.getByLabel('Nom du contact').fill('Ugo Typé')
    await form.getByLabel('Société').fill('Atelier Typé')
    await form.getByLabel('Email').fill('ugo@atelier-type.example')
    await form.getByLabel('Montant estimé (€)').fill('1200')
    await form.getByLabel("Type d'offre").selectOption('automation')
    await form.getByRole('button', { name: 'Ajouter' }).click()
    const typed = partner.getByRole('article', { name: 'Ugo Typé' })
    await typed.getByRole('button', { name: 'Voir plus de détails' }).click()
    const drawer = partner.getByRole('dialog', { name: 'Ugo Typé' })
    await drawer.getByRole('button', { name: 'Demander la confirmation du client' }).click()
    const preview = partner.getByRole('dialog', { name: 'Envoyer ce message au client ?' })
    await expect(preview.getByText('À : ugo@atelier-type.example')).toBeVisible()
    await expect(preview.getByText('indique vous avoir présenté')).toContainText('pour Atelier Typé. Est-ce exact ?')
    await preview.getByRole('button', { name: 'Envoyer' }).click()
    await toast(partner, 'Aucun e-mail n’est parti')
    await expect(drawer.getByText('Confirmation demandée au client')).toBeVisible()
    await client.goto(await portal.linkMailedTo('ugo@atelier-type.example', 'confirmation'))
    await client.getByRole('button', { name: 'Oui, mais avec quelqu’un d’autre' }).click()
    await client.getByRole('textbox', { name: 'Avec qui ?' }).fill('Bruno Masson')
    await client.getByRole('button', { name: 'Envoyer' }).click()
    await expect(client.getByRole('heading', { name: 'Merci de votre réponse' })).toBeVisible()
    await expect(drawer.getByText('Le client cite un autre contact')).toBeVisible()
    await expect(drawer.getByText('Bruno Masson')).toHaveCount(0)
  })
  await test.step('an unknown link says that it does not work', async () => {
    await client.goto('/introduction/inconnu')
    await expect(client.getByRole('heading', { name: 'Ce lien ne fonctionne pas' })).toBeVisible()
  })
})
