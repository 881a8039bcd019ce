import { expect } from '@playwright/test'
import { administrator } from '../../demo/content.ts'
import { addLeadByApi, passwordOfColleagues } from './colleagues.ts'
import { loseAnswer, reason, refusing } from './network.ts'
import { ownPartner } from './own-partner.ts'
import { test } from './portal-fixture.ts'
import { choose, confirmAs, fill, openAs } from './sample-world.ts'
import { toast, visit } from './steps.ts'

const camille = 'camille.lefevre@exemple.fr'

/** Title and text of every toast: success, missing fields, refusal. */
test.describe('toasts', () => {
  test('inviting: missing fields, the server’s reason, and the recipient; then the form is empty again', async ({
    browser,
    changedWorld: portal,
  }) => {
    const page = await openAs(browser, portal, administrator.email, '/dashboard')
    await page.getByRole('button', { name: 'Invite Partner' }).click()
    const dialog = page.getByRole('dialog', { name: 'Invite New Partner' })
    await expect(dialog.getByRole('combobox', { name: 'Role' })).toHaveValue('Partner')
    const send = dialog.getByRole('button', { name: 'Send invitation' })
    // Nobody closes them: each goes when the form is sent again, and none outlives the success.
    const failures = page.getByRole('region', { name: 'Notifications' }).getByRole('alert')
    await send.click()
    await expect(failures).toContainText(['Please fill in all required fields'])
    await fill(dialog, { 'Full name': 'Noé Nouveau', Email: 'noe@exemple.fr' })
    await refusing(page, '**/api/invitations', async () => {
      await send.click()
      await expect(failures.filter({ hasText: 'Invitation failed' })).toContainText([reason])
      await expect(failures).toHaveCount(1)
    })
    await send.click()
    // The portal has no mail server: the link is handed over, and stays until it is closed.
    await expect(page.getByRole('button', { name: 'Copy the link' })).toBeVisible()
    await toast(page, 'Partner invited', '/invitation?token=')
    await expect(failures).toHaveCount(0)
    await expect(dialog).toBeHidden()
    await page.getByRole('button', { name: 'Invite Partner' }).click()
    for (const label of ['Full name', 'Email']) await expect(dialog.getByLabel(label)).toHaveValue('')
    // Somebody of staff is invited for the password, and nothing typed is lost until it is right.
    await fill(dialog, { 'Full name': 'Ada Adjointe', Email: 'ada@acme.example' })
    await choose(page, dialog, 'Role', 'Viewer')
    await send.click()
    const question = page.getByRole('dialog', { name: 'Confirm the invitation' })
    await question.getByRole('button', { name: 'Cancel' }).click()
    await expect(question).toHaveCount(0)
    // The draft opens its dialog again.
    await page.reload()
    await expect(dialog.getByLabel('Full name')).toHaveValue('Ada Adjointe')
    await send.click()
    await confirmAs(page, 'Confirm the invitation', 'Send invitation')
    await toast(page, 'Partner invited', '/invitation?token=')
    await expect(dialog).toBeHidden()
  })

  test('a partner’s lead: failures are reported, Éditer opens the filled form, Supprimer asks first', async ({
    browser,
    changedWorld: portal,
  }) => {
    const page = await openAs(browser, portal, camille, '/dashboard/leads')
    await page.getByRole('button', { name: 'Add Lead' }).click()
    const form = page.getByRole('dialog', { name: 'Ajouter un lead' })
    const amount = form.getByLabel('Montant estimé (€)')
    await amount.focus()
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('ArrowUp')
    await expect(amount).toHaveValue('100')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    await expect(amount).toHaveValue('0')
    await expect(amount).toHaveAttribute('step', '100')
    await expect(amount).toHaveAttribute('min', '0')
    for (const [typed, message] of [
      ['1.234', '« 1.234 » peut se lire 1 234 € ou 1,234 € : écrivez 1 234 ou 1,23'],
      ['-5', 'Le montant doit être positif'],
      ['99999999999', /^Le montant ne peut pas dépasser 10\s000\s000\s000\s€$/],
    ] as const) {
      await amount.fill('')
      await amount.pressSequentially(typed)
      await amount.blur()
      await expect(form.getByText(message)).toBeVisible()
    }
    await amount.fill('12.500,50')
    await expect(form.getByText('Le montant ne peut pas dépasser')).toBeHidden()
    await amount.blur()
    await expect(amount).toHaveValue('12 500,50')
    await fill(form, { 'Nom du contact': 'Zoé Tanguy', Société: 'Atelier Tanguy', Email: 'zoe@tanguy.example' })
    await form.getByLabel("Type d'offre").selectOption('custom')
    await refusing(page, '**/api/leads', async () => {
      await form.getByRole('button', { name: 'Ajouter' }).click()
      await toast(page, 'Erreur', "Impossible d'ajouter le lead")
    })
    // The lead is added but the response is lost: it is kept on the device, and its repetition must not add a second one.
    await loseAnswer(page, '**/api/leads')
    await form.getByRole('button', { name: 'Ajouter' }).click()
    await toast(page, 'Lead gardé sur cet appareil')
    await toast(page, 'Lead ajouté', 'Le lead a été ajouté avec succès')
    await expect(page.getByRole('article', { name: 'Zoé Tanguy' })).toHaveCount(1)
    const card = page.getByRole('article', { name: 'Zoé Tanguy' })
    await expect(card).toContainText(/12\s501\s€/)
    await expect(page.getByRole('region', { name: 'Nouveau', exact: true }).getByText('Zoé Tanguy')).toBeVisible()
    const act = async (entry: string) => {
      await page.getByRole('button', { name: 'Actions pour Zoé Tanguy' }).click()
      await page.getByRole('menuitem', { name: entry }).click()
    }
    await act('Éditer')
    const edit = page.getByRole('dialog', { name: 'Modifier le lead' })
    await expect(edit.getByLabel('Société')).toHaveValue('Atelier Tanguy')
    await edit.getByLabel('Société').fill('T')
    await edit.getByRole('button', { name: 'Enregistrer' }).click()
    await toast(page, 'Erreur de validation', 'La société doit contenir au moins 2 caractères')
    await edit.getByLabel('Société').fill('Tanguy Frères')
    await edit.getByRole('button', { name: 'Enregistrer' }).click()
    await expect(card).toContainText('Tanguy Frères')
    await act('Supprimer')
    const question = page.getByRole('dialog', { name: 'Supprimer le lead' })
    await expect(question).toContainText('Zoé Tanguy')
    await expect(question).not.toContainText('commission')
    await refusing(page, '**/api/leads/*', async () => {
      await question.getByRole('button', { name: 'Supprimer' }).click()
      await toast(page, 'Erreur lors de la suppression du lead', reason)
    })
    await question.getByRole('button', { name: 'Supprimer' }).click()
    await toast(page, 'Lead supprimé avec succès')
    await expect(card).toHaveCount(0)
  })

  test('an administrator’s lead: missing fields, a refusal, success', async ({ browser, changedWorld: portal }) => {
    const page = await openAs(browser, portal, administrator.email, '/dashboard/admin-leads')
    await page.getByRole('button', { name: 'Add Lead' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add Lead' })
    const add = dialog.getByRole('button', { name: 'Add Lead' })
    await add.click()
    await toast(page, 'Missing fields', 'Please fill in all required fields')
    await expect(dialog.getByLabel('Email')).toHaveAttribute('type', 'email')
    const offers = async () => (await dialog.getByLabel('Offer type').locator('option').allInnerTexts()).slice(-3)
    await expect.poll(offers).toEqual(['Essentielle', 'Avancée', 'Sur mesure'])
    await choose(page, dialog, 'Partner', /Claire Fontaine/)
    await fill(dialog, { 'Contact name': 'Yann Kerbrat', Company: 'Kerbrat SA', Email: 'yann@kerbrat.example' })
    await add.click()
    await toast(page, 'Missing fields', 'Please fill in all required fields')
    await fill(dialog, { 'Estimated amount (€)': '4,200' })
    await dialog.getByLabel('Estimated amount (€)').blur()
    await expect(dialog.getByText('“4,200” may mean 4 200 € or 4,200 €: write 4 200 or 4,20')).toBeVisible()
    await fill(dialog, { 'Estimated amount (€)': '4200' })
    await dialog.getByLabel('Offer type').selectOption({ label: 'Avancée' })
    await refusing(page, '**/api/leads', async () => {
      await add.click()
      await toast(page, 'Error', reason)
    })
    await add.click()
    await toast(page, 'Lead created', 'successfully added to the pipeline')
    await expect(dialog).toBeHidden()
    const card = page.getByRole('region', { name: 'Nouveau', exact: true }).getByRole('article', { name: 'Yann Kerbrat' })
    await expect(card).toContainText('Claire Fontaine')
  })

  test('a role is updated when changed; a partner is deleted after the specified confirmation', async ({
    browser,
    changedWorld: portal,
  }) => {
    await ownPartner(browser, portal, { fullName: 'Rose Toaste', email: 'rose@toaste.example' })
    const leaving = await ownPartner(browser, portal, { fullName: 'Denis Toaste', email: 'denis@toaste.example' })
    await addLeadByApi(leaving.theirs, 'Boulangerie Toaste')
    const page = await openAs(browser, portal, administrator.email, '/dashboard/partners?search=Toaste')
    const row = page.getByRole('row', { name: /Rose Toaste/ })
    await row.getByRole('button', { name: 'Role', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Role of Rose Toaste' })
    const update = dialog.getByRole('button', { name: 'Update Role' })
    await expect(update).toBeDisabled()
    await choose(page, dialog, 'Role', 'Admin')
    await refusing(page, '**/api/partners/*/role', async () => {
      await update.click()
      await toast(page, 'Error', reason)
    })
    await update.click()
    await confirmAs(page, 'Confirm the role', 'Update Role')
    await toast(page, 'Role updated', 'Rose Toaste is now admin')
    await expect(row.getByRole('button', { name: 'Delete' })).toHaveCount(0)
    const doomed = page.getByRole('row', { name: /Denis Toaste/ })
    await doomed.getByRole('button', { name: 'More about Denis Toaste' }).click()
    await page.getByRole('menuitem', { name: 'End sessions' }).click()
    const ending = page.getByRole('dialog', { name: 'End sessions' })
    await expect(ending).toContainText('Denis Toaste is signed out everywhere at once and told by email.')
    await ending.getByRole('button', { name: 'End sessions' }).click()
    await toast(page, 'Sessions ended', 'Denis Toaste is signed out everywhere')
    await doomed.getByRole('button', { name: 'Delete' }).click()
    const question = page.getByRole('dialog', { name: 'Delete partner' })
    await expect(question).toContainText('Are you sure you want to delete Denis Toaste? This action cannot be undone.')
    await refusing(page, '**/api/partners/*', async () => {
      await question.getByRole('button', { name: 'Delete' }).click()
      await toast(page, 'Error', reason)
    })
    await question.getByRole('button', { name: 'Delete' }).click()
    await toast(page, 'Partner deleted', 'Denis Toaste has been removed')
    await expect(doomed).toHaveCount(0)
    await visit(page, '/dashboard/admin-leads?search=toaste')
    await expect(page.getByText('Denis Toaste (deleted)').first()).toBeVisible()
  })

  test('a commission is validated and marked as paid; a refusal by the server is an Error', async ({
    browser,
    changedWorld: portal,
  }) => {
    const { id: partnerId, staff } = await ownPartner(browser, portal, { fullName: 'Inès Primée', email: 'ines@primee.example' })
    const bonus = { partnerId, description: 'Prime annoncée', revenueCents: 123_400, commissionRate: 10 }
    await staff.send('post', '/commissions', bonus)
    const page = await openAs(browser, portal, administrator.email, '/dashboard/admin-commissions')
    const row = page.getByRole('region', { name: 'All Commissions' }).getByRole('row', { name: /Inès Primée/ })
    await row.getByRole('button', { name: 'Validate', exact: true }).click()
    const question = page.getByRole('dialog', { name: 'Validate commission' })
    await expect(question).toContainText(/123,40\s€/)
    await expect(question).toContainText(/goes from .*€ to .*€: the tier (stays|rises from)/)
    await refusing(page, '**/api/commissions/*/validate', async () => {
      await question.getByRole('button', { name: 'Validate' }).click()
      await toast(page, 'Error', reason)
    })
    await question.getByRole('button', { name: 'Validate' }).click()
    await toast(page, 'Commission validated')
    const pay = row.getByRole('button', { name: 'Mark as Paid', exact: true })
    const confirm = page.getByRole('dialog').getByRole('button', { name: 'Mark as Paid' })
    await pay.click()
    await refusing(page, '**/api/commissions/*/pay', async () => {
      await confirm.click()
      await toast(page, 'Error', reason)
    })
    await confirm.click()
    await toast(page, 'Commission marked as paid')
  })

  test('bank details: the first error, a doubtful IBAN, a refusal, saved', async ({ browser, changedWorld: portal }) => {
    const luc = { fullName: 'Luc Fontenoy', email: 'luc@fontenoy.example' }
    const { theirs } = await ownPartner(browser, portal, luc)
    const bank = {
      company: 'Fontaine Formation',
      iban: 'FR7610107001011234567890129',
      address: '3 rue du Port',
      country: 'France',
    }
    await theirs.send('put', '/payment-info', { ...bank, password: passwordOfColleagues })
    const page = await openAs(browser, portal, luc.email, '/dashboard/payment-info')
    await expect(page.getByLabel('Company Name')).toHaveValue(bank.company)
    const save = page.getByRole('button', { name: 'Save Information' })
    await page.getByLabel('Company Name').fill('F')
    await save.click()
    await toast(page, 'Validation error', 'Company name must be at least 2 characters')
    await page.getByLabel('Company Name').fill('Fontaine Formation')
    await page.getByLabel('IBAN').fill('FR76')
    await save.click()
    await toast(page, 'Validation error', 'Invalid IBAN format (e.g., FR76...)')
    await page.getByLabel('IBAN').fill('FR7630006000011234567890188')
    await expect(page.getByText('IBAN checksum does not match')).toBeVisible()
    await refusing(page, '**/api/payment-info', async () => {
      await save.click()
      await toast(page, 'Error saving information', reason)
    })
    await save.click()
    const question = page.getByRole('dialog', { name: 'Confirmer le nouvel IBAN' })
    await question.getByLabel('Votre mot de passe').fill('pas-le-bon-mot')
    await question.getByRole('button', { name: 'Changer l’IBAN' }).click()
    await toast(page, 'Error saving information', 'Mot de passe incorrect.')
    await question.getByLabel('Votre mot de passe').fill(passwordOfColleagues)
    await question.getByRole('button', { name: 'Changer l’IBAN' }).click()
    await toast(page, 'Payment information saved', 'Rien n’est versé sur cet IBAN tant qu’il n’est pas corrigé.')
    // Warning and promise never stand together.
    await expect(page.getByText('IBAN checksum does not match')).toBeVisible()
    await expect(page.getByText(/^Les versements sur cet IBAN commencent le/)).toHaveCount(0)
    await page.getByLabel('Nom du titulaire').fill('Fontaine Formation & Cie')
    await expect(page.getByText('Votre banque verra : Fontaine Formation + Cie')).toBeVisible()
    await page.getByLabel('IBAN').fill('CH9300762011623852957')
    await page.getByRole('textbox', { name: 'Ville' }).fill('Genève')
    await save.click()
    await toast(page, 'Validation error', 'Indiquez le pays')
    await page.reload()
    await expect(page.getByLabel('IBAN')).toHaveValue('FR76 3000 6000 0112 3456 7890 188')
    await page.getByLabel('IBAN').fill('FR7630006000011234567890189')
    await expect(page.getByText('IBAN checksum does not match')).toHaveCount(0)
  })
})
