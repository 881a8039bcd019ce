import { expect } from '@playwright/test'
import { pagePaths } from '#access/domain/page-paths.ts'
import { visitorPaths } from '#access/domain/visitor-paths.ts'
import { administrator } from '../../demo/content.ts'
import { test } from './portal-fixture.ts'
import { openAs } from './sample-world.ts'
import { toast } from './steps.ts'

const sophie = 'sophie.moreau@exemple.fr'
const email = 'lise@verriere-nord.example'

test('somebody asks for their data, staff read what may name others, and the archive is fetched', async ({
  browser,
  changedWorld: portal,
}) => {
  await test.step('a partner has typed somebody who knows nothing of it', async () => {
    const partner = await openAs(browser, portal, sophie, '/dashboard/leads')
    await partner.getByRole('button', { name: 'Add Lead' }).click()
    const form = partner.getByRole('dialog', { name: 'Ajouter un lead' })
    await form.getByLabel('Nom du contact').fill('Lise Nord')
    await form.getByLabel('Société').fill('Verrière Nord')
    await form.getByLabel('Email').fill(email)
    await form.getByLabel('Montant estimé (€)').fill('1200')
    await form.getByLabel("Type d'offre").selectOption('automation')
    await form.getByRole('button', { name: 'Ajouter' }).click()
    await expect(partner.getByRole('article', { name: 'Lise Nord' })).toBeVisible()
  })

  const person = await openAs(browser, portal, null, visitorPaths.privacyRequest, { viewport: { width: 360, height: 740 } })
  await test.step('they ask, and the mailed link proves their mailbox', async () => {
    await person.getByLabel('E-mail').fill(email)
    await person.getByRole('button', { name: 'Recevoir le lien' }).click()
    await expect(person.getByRole('heading', { name: 'Consultez votre messagerie' })).toBeVisible()
    await person.goto(await portal.linkMailedTo(email, 'privacy/request'))
    await person.getByRole('button', { name: 'Confirmer ma demande' }).click()
    await expect(person.getByRole('heading', { name: 'Votre demande est en cours' })).toBeVisible()
  })

  const staff = await openAs(browser, portal, administrator.email, pagePaths.peopleData)
  await test.step('staff read the request, and what is to be read first', async () => {
    await staff.getByRole('button', { name: email }).click()
    const drawer = staff.getByRole('dialog', { name: 'Request about data' })
    await expect(drawer.getByText('Mailbox proved by the link')).toBeVisible()
    const unread = drawer.getByRole('button', { name: 'Show', exact: true })
    for (let left = await unread.count(); left > 0; left -= 1) await unread.nth(left - 1).click()
    await drawer.getByRole('button', { name: 'Answer' }).click()
    const answer = staff.getByRole('dialog', { name: 'Answer' })
    await answer.getByLabel('Answer to the person').fill('Voici ce que nous conservons à votre sujet.')
    await answer.getByRole('button', { name: 'Answer' }).click()
    await toast(staff, 'Answer sent')
    await expect(drawer.getByText('Done as asked')).toBeVisible()
  })

  await test.step('they read the answer, and fetch their archive', async () => {
    await person.reload()
    await expect(person.getByText('Voici ce que nous conservons à votre sujet.')).toBeVisible()
    const archive = person.waitForEvent('download')
    await person.getByRole('link', { name: 'Télécharger l’archive' }).click()
    expect((await archive).suggestedFilename()).toMatch(/^mes-donnees-\d{4}-\d{2}-\d{2}\.zip$/)
  })

  await test.step('everybody with an account fetches their own, after a proof', async () => {
    await staff.goto(pagePaths.peopleData)
    await staff.getByRole('button', { name: /Account of/ }).click()
    await staff.getByRole('menuitem', { name: 'My data' }).click()
    await staff.getByRole('button', { name: 'Download my data' }).click()
    await expect(staff.getByRole('textbox', { name: 'Your password' })).toBeVisible()
  })
})
