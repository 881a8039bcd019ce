import { writeFileSync } from 'node:fs'
import { type Browser, expect, type Page } from '@playwright/test'
import { pdf } from '../../demo/pdf.ts'
import { cut } from './network.ts'
import { test } from './portal-fixture.ts'
import { addLeadByPhone, toast, useTwoFactor, visit } from './steps.ts'

const admin = { name: 'Anne Martin', email: 'anne@acme.example', password: 'grand-soleil-42' }
const partner = { name: 'Marie Dupont', email: 'marie@exemple.fr', password: 'petite-lune-17' }

async function newTab(browser: Browser, baseURL: string): Promise<Page> {
  const context = await browser.newContext({ baseURL })
  return context.newPage()
}

// With motion, as most users have it.
test.use({ contextOptions: { reducedMotion: 'no-preference' } })

test('from an invitation to a paid commission', async ({ browser, portal }, info) => {
  const staff = await newTab(browser, portal.url)
  const marie = await newTab(browser, portal.url)

  await test.step('the setup link creates the administrator, once', async () => {
    const link = await portal.setupLink()
    await staff.goto(link)
    await staff.getByLabel('Nom complet').fill(admin.name)
    await staff.getByLabel('E-mail').fill(admin.email)
    await staff.getByLabel('Mot de passe', { exact: true }).fill(admin.password)
    await staff.getByRole('button', { name: 'Créer le compte' }).click()
    await expect(staff).toHaveURL(/\/dashboard$/)
    await expect(staff.getByText('Admin Console — Connected as Administrator')).toBeVisible()
    await marie.goto(link)
    await expect(marie.getByRole('heading', { name: 'Ce lien n’est plus valable' })).toBeVisible()
    await expect(staff.getByText('Nothing waits for you.')).toBeVisible()
    await expect(staff.getByRole('heading', { name: /by month|by stage|Top partners/ })).toHaveCount(0)
  })

  await test.step('a partner is invited by mail, and only once', async () => {
    for (const _ of ['first', 'again']) {
      await staff.getByRole('button', { name: 'Invite Partner' }).click()
      await staff.getByLabel('Full name').fill(partner.name)
      await staff.getByLabel('Email').fill(partner.email)
      await staff.getByRole('button', { name: 'Send invitation' }).click()
      if (_ === 'first') await toast(staff, 'Partner invited', '/invitation?token=')
    }
    await toast(staff, 'Invitation failed', 'has already been invited')
    await staff.getByRole('button', { name: 'Cancel' }).click()
  })

  await test.step('the invited partner sets a password and is locked', async () => {
    await marie.goto(await portal.linkMailedTo(partner.email, 'invitation'))
    await expect(marie.getByLabel('E-mail')).toHaveValue(partner.email)
    await expect(marie.getByLabel('Nom complet')).toHaveValue(partner.name)
    await marie.getByLabel('Mot de passe', { exact: true }).fill('123456')
    await marie.getByRole('button', { name: 'Accéder à mon espace' }).click()
    await toast(marie, 'Erreur de validation', 'Ce mot de passe est trop courant')
    await marie.getByLabel('Mot de passe', { exact: true }).fill(partner.password)
    await marie.getByRole('button', { name: 'Accéder à mon espace' }).click()
    await expect(marie).toHaveURL(/\/dashboard$/)
    await expect(marie.getByText('Current Status: Bronze — 15%')).toBeVisible()
    await expect(marie.getByText(/€10\s000 to Silver \(20%\)/)).toBeVisible()
    await marie.getByRole('button', { name: 'Leads verrouillé' }).click()
    const dialog = marie.getByRole('dialog', { name: 'Access Restricted' })
    await expect(dialog).toContainText('This section is currently locked. Please sign your partnership contract')
    await dialog.getByRole('button', { name: 'Close', exact: true }).click()
    await expect(dialog).toBeHidden()
    await marie.getByRole('button', { name: 'Leads verrouillé' }).click()
    await dialog.getByRole('button', { name: 'View Contract' }).click()
    await expect(marie).toHaveURL(/\/dashboard\/contract$/)
    await expect(marie.getByText(/No contract found. Please contact the provider/)).toBeVisible()
    const aside = marie.getByRole('complementary', { name: 'Navigation' })
    await expect.poll(async () => (await aside.boundingBox())?.width).toBe(256)
    await marie.getByRole('button', { name: 'Replier le menu' }).click()
    await expect.poll(async () => (await aside.boundingBox())?.width).toBe(80)
    await marie.getByRole('button', { name: 'Déplier le menu' }).click()
  })

  await test.step('a locked page opened by its URL shows the dialog over an empty page', async () => {
    await visit(marie, '/dashboard/leads')
    await expect(marie.getByRole('dialog', { name: 'Access Restricted' })).toBeVisible()
    await expect(marie.getByRole('heading', { name: 'Leads' })).toBeHidden()
    await visit(marie, '/dashboard/contract')
  })

  await test.step('a contract is assigned, checked by content, and appears in the open tab', async () => {
    await staff.getByRole('button', { name: 'Add Contract', exact: true }).click()
    const dialog = staff.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Assign contract' }).click()
    await toast(staff, 'Missing fields', 'Please fill in all required fields')
    await dialog.getByRole('combobox', { name: 'Partner' }).click()
    await staff.getByRole('option', { name: partner.name }).click()
    await dialog.getByLabel('Title').fill('Contrat de partenariat 2026')
    await dialog.getByRole('button', { name: 'Assign contract' }).click()
    await toast(staff, 'Missing file', 'Please upload a contract file')
    const upload = dialog.locator('input[type=file]')
    await upload.setInputFiles({ name: 'contrat.pdf', mimeType: 'application/pdf', buffer: Buffer.from('MZ not a pdf at all') })
    await dialog.getByRole('button', { name: 'Assign contract' }).click()
    await toast(staff, 'Upload failed', 'Invalid file type. Only PDF and Word documents are allowed.')
    const tooLarge = Buffer.alloc(10 * 1024 * 1024 + 1)
    pdf('too large').copy(tooLarge)
    const grand = info.outputPath('grand.pdf')
    writeFileSync(grand, tooLarge)
    await upload.setInputFiles(grand)
    await dialog.getByRole('button', { name: 'Assign contract' }).click()
    await toast(staff, 'Upload failed', 'File too large. Maximum size is 10MB.')
    await upload.setInputFiles({ name: 'contrat.pdf', mimeType: 'application/pdf', buffer: pdf('Contrat de partenariat') })
    await dialog.getByRole('button', { name: 'Assign contract' }).click()
    await toast(staff, 'Contract uploaded', 'Contract successfully assigned to partner')
    await expect(marie.getByText('Contrat de partenariat 2026')).toBeVisible()
    await expect(marie.getByText('Pending Signature')).toBeVisible()
  })

  await test.step('validating unlocks the open tab without a reload, revoking locks it again', async () => {
    await staff.getByRole('link', { name: 'Partners' }).click()
    const row = staff.getByRole('row', { name: new RegExp(partner.name) })
    const byHand = staff.getByRole('dialog', { name: 'Validate by hand' }).getByRole('button', { name: 'Validate' })
    await row.getByRole('button', { name: 'Validate' }).click()
    await byHand.click()
    await expect(marie.getByRole('link', { name: 'Leads' })).toBeVisible()
    await expect(marie.getByText('Signed', { exact: true })).toBeVisible()
    await marie.getByRole('link', { name: 'Leads' }).click()
    await expect(marie.getByRole('heading', { name: 'Leads', exact: true })).toBeVisible()
    await row.getByRole('button', { name: 'Revoke' }).click()
    const revoking = staff.getByRole('dialog', { name: 'Revoke contract' })
    await revoking.getByRole('button', { name: 'Revoke' }).click()
    await toast(staff, 'Missing fields', 'Please give the reason')
    await revoking.getByLabel('Reason').fill('The rate is to be agreed anew')
    await revoking.getByRole('button', { name: 'Revoke' }).click()
    await expect(marie.getByRole('dialog', { name: 'Access Restricted' })).toBeVisible()
    await row.getByRole('button', { name: 'Validate' }).click()
    await byHand.click()
    await expect(marie.getByRole('dialog', { name: 'Access Restricted' })).toBeHidden()
    await expect(marie.getByRole('heading', { name: 'Leads', exact: true })).toBeVisible()
  })

  await test.step('once the space is open, the first page asks for the first contact', async () => {
    await marie.getByRole('link', { name: 'Dashboard' }).click()
    await expect(marie.getByText('Votre espace est ouvert : ajoutez votre premier contact')).toBeVisible()
    await marie.getByRole('link', { name: 'Ajouter un contact' }).click()
  })

  await test.step('the French dialog reports each rule, the first one in the toast', async () => {
    const form = marie.getByRole('dialog', { name: 'Ajouter un lead' })
    const add = form.getByRole('button', { name: 'Ajouter' })
    const rules = [
      ['Le nom doit contenir au moins 2 caractères', () => form.getByLabel('Nom du contact').fill('Paul Bernard')],
      ['La société doit contenir au moins 2 caractères', () => form.getByLabel('Société').fill('Boulangerie Bernard')],
      ['Email invalide', () => form.getByLabel('Email').fill('paul@bernard.example')],
      ['Le montant doit être positif', () => form.getByLabel('Montant estimé (€)').fill('12000')],
      ["Veuillez sélectionner un type d'offre", () => form.getByLabel('Site web').fill('pas une adresse')],
    ] as const
    for (const [message, correct] of rules) {
      await add.click()
      await toast(marie, 'Erreur de validation', message)
      await correct()
    }
    await add.click()
    await toast(marie, 'Erreur de validation', 'URL invalide')
    await form.getByLabel('Site web').fill('bernard.example')
    await form.getByLabel("Type d'offre").selectOption('star')
    await add.click()
    await toast(marie, 'Lead ajouté', 'Le lead a été ajouté avec succès')
    await expect(marie.getByRole('region', { name: 'Nouveau', exact: true }).getByText('Paul Bernard')).toBeVisible()
  })

  await test.step('the card is dragged to Signé and stays there', async () => {
    const card = marie.getByRole('article', { name: 'Paul Bernard' })
    const box = await card.boundingBox()
    const board = await marie.getByRole('region', { name: 'Pipeline', exact: true }).boundingBox()
    if (!box || !board) throw new Error('no card on the board')
    await marie.mouse.move(box.x + 60, box.y + 20)
    await marie.mouse.down()
    await marie.mouse.move(box.x + 90, box.y + 30, { steps: 4 })
    const signed = marie.getByRole('region', { name: 'Signé', exact: true })
    await expect(async () => {
      await marie.mouse.move(board.x + board.width - 15, board.y + 60)
      await marie.mouse.move(board.x + board.width - 12, board.y + 62)
      const left = await marie
        .getByRole('region', { name: 'Pipeline', exact: true })
        .evaluate((element) => element.scrollWidth - element.clientWidth - element.scrollLeft)
      expect(left).toBeLessThan(2)
    }).toPass({ timeout: 15_000 })
    const target = await signed.boundingBox()
    if (!target) throw new Error('no column Signé')
    await marie.mouse.move(target.x + 40, target.y + 60, { steps: 4 })
    await marie.mouse.up()
    await expect(marie.getByRole('region', { name: 'Signé', exact: true }).getByText('Paul Bernard')).toBeVisible()
    await marie.reload()
    await expect(marie.getByRole('region', { name: 'Signé', exact: true }).getByText('Paul Bernard')).toBeVisible()
  })

  await test.step('the menu moves it by keyboard, and a refused move puts the card back with the reason', async () => {
    const undo = await cut(marie, '**/api/leads/*/move')
    await marie.getByRole('button', { name: 'Actions pour Paul Bernard' }).focus()
    await marie.keyboard.press('Enter')
    await marie.getByRole('menuitem', { name: 'Perdu' }).press('Enter')
    await toast(marie, 'Erreur', 'Le portail ne répond pas')
    await expect(marie.getByRole('region', { name: 'Signé', exact: true }).getByText('Paul Bernard')).toBeVisible()
    await undo()
  })

  await test.step('on a phone the board is a list by stage, and a card moves by a tap on its menu', async () => {
    await addLeadByPhone(browser, portal.url, await marie.context().storageState())
    await expect(marie.getByRole('region', { name: 'Appel', exact: true }).getByText('Lucie Petit')).toBeVisible()
  })

  await test.step('one pending commission at the tier’s rate; validating and paying happen once', async () => {
    await staff.getByRole('link', { name: 'Commissions' }).click()
    const row = staff.getByRole('row', { name: /Paul Bernard/ })
    await expect(row).toContainText(/1\s800,00\s€/)
    await expect(row).toContainText(/12\s000,00\s€ × 15\s% \(Bronze\)/)
    await expect(staff.getByRole('region', { name: 'All Commissions' }).locator('tbody').getByRole('row')).toHaveCount(1)
    await visit(marie, '/dashboard/commissions')
    await expect(marie.getByText('Pending', { exact: true }).first()).toBeVisible()
    await row.getByRole('button', { name: 'Validate' }).click()
    const question = staff.getByRole('dialog', { name: 'Validate commission' })
    await expect(question).toContainText(/from 0\s€ to 12\s000\s€: the tier rises from Bronze \(15\s%\) to Silver \(20\s%\)/)
    await question.getByRole('button', { name: 'Validate' }).click()
    await toast(staff, 'Commission validated')
    await expect(marie.getByText('Current Status: Silver — 20%')).toBeVisible()
    // A day is named once it can be kept.
    await expect(marie.getByRole('row', { name: /Paul Bernard/ })).toContainText('Attend vos coordonnées bancaires')
    await row.getByRole('button', { name: 'Mark as Paid' }).click()
    await staff.getByRole('dialog').getByRole('button', { name: 'Mark as Paid' }).click()
    await toast(staff, 'Commission marked as paid')
    await expect(row.getByRole('button', { name: /Validate|Mark as Paid/ })).toHaveCount(0)
    await expect(marie.getByRole('region', { name: 'Total Paid' })).toContainText(/1\s800\s€/)
    await expect(marie.getByText('Current Status: Silver — 20%')).toBeVisible()
  })

  await test.step('the status page shows tier, progress and roadmap', async () => {
    await marie.getByRole('link', { name: 'Status' }).click()
    await expect(marie.getByRole('region', { name: 'Palier actuel' })).toContainText('Silver — 20 %')
    await expect(marie.getByRole('region', { name: 'Palier actuel' })).toContainText(/encore 18\s000\s€ jusqu’à Gold \(25\s%\)/)
    await expect(marie.getByRole('listitem').filter({ hasText: 'Bronze' })).toContainText('Dépassé')
    await expect(marie.getByRole('listitem').filter({ hasText: 'Silver' })).toHaveAttribute('aria-current', 'step')
  })

  await test.step('kill -9 loses no acknowledged change, and the session survives', async () => {
    await portal.stop('SIGKILL')
    await portal.start()
    await visit(marie, '/dashboard/commissions')
    await expect(marie.getByRole('row', { name: /Paul Bernard/ })).toContainText('Paid')
    await expect(marie.getByText('Current Status: Silver — 20%')).toBeVisible()
  })

  await test.step('signing out ends the session on the server; signing in again works', async () => {
    const cookies = await marie.context().cookies()
    await marie.getByRole('button', { name: 'Déconnexion' }).click()
    await expect(marie).toHaveURL(/\/auth$/)
    const old = cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
    await expect.poll(async () => (await marie.request.get('/api/me', { headers: { cookie: old } })).status()).toBe(401)
    await expect(marie.getByText('Accès réservé aux partenaires invités uniquement')).toBeVisible()
    await marie.getByRole('button', { name: 'Se connecter' }).click()
    await toast(marie, 'Erreur de validation', 'Email invalide')
    await marie.getByLabel('E-mail').fill(partner.email)
    await marie.getByLabel('Mot de passe', { exact: true }).fill('court')
    await marie.getByRole('button', { name: 'Se connecter' }).click()
    await toast(marie, 'Erreur de validation', 'Le mot de passe doit contenir au moins 6 caractères')
    await marie.getByLabel('Mot de passe', { exact: true }).fill('pas-le-bon')
    await marie.getByRole('button', { name: 'Se connecter' }).click()
    await toast(marie, 'Erreur de connexion', 'Identifiants invalides. Veuillez réessayer.')
    await expect(marie.getByRole('button', { name: 'Se connecter' })).toBeEnabled()
  })

  await test.step('a forgotten password is replaced through a single-use link', async () => {
    await marie.getByRole('button', { name: 'Mot de passe oublié ?' }).click()
    await marie.getByLabel('E-mail').fill(partner.email)
    await marie.getByRole('button', { name: 'Envoyer le lien' }).click()
    await expect(marie.getByRole('heading', { name: 'Vérifiez votre boîte mail' })).toBeVisible()
    const link = await portal.linkMailedTo(partner.email, 'reset')
    await marie.goto(link)
    await marie.getByLabel('Nouveau mot de passe').fill('nouvelle-etoile-9')
    await marie.getByRole('button', { name: 'Enregistrer' }).click()
    await expect(marie).toHaveURL(/\/auth$/)
    await marie.getByLabel('E-mail').fill(partner.email)
    await marie.getByLabel('Mot de passe', { exact: true }).fill('nouvelle-etoile-9')
    await marie.getByRole('button', { name: 'Se connecter' }).click()
    await toast(marie, 'Connexion réussie', 'Bienvenue dans votre espace')
    await expect(marie).toHaveURL(/\/dashboard$/)
    await marie.context().clearCookies()
    // A used link says so at once, and leads to a new one.
    await marie.goto(link)
    await expect(marie.getByRole('heading', { name: 'Ce lien n’est plus valable' })).toBeVisible()
    await marie.getByRole('button', { name: 'Demander un nouveau lien' }).click()
    await expect(marie.getByRole('heading', { name: 'Mot de passe oublié ?' })).toBeVisible()
  })

  await test.step('two-factor requires an authenticator code at the next sign-in', async () => {
    await useTwoFactor(staff, admin)
  })

  await test.step('the session survives a restart of the browser', async () => {
    const state = await staff.context().storageState()
    await staff.context().close()
    const again = await browser.newContext({ baseURL: portal.url, storageState: state })
    const page = await again.newPage()
    await page.goto('/')
    await expect(page).toHaveURL(/\/dashboard$/)
    await expect(page.getByText('Admin Console — Connected as Administrator')).toBeVisible()
  })
})
