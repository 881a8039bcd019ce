import { type Browser, expect, type Page } from '@playwright/test'
import { administrator } from '../../demo/content.ts'
import { pdf } from '../../demo/pdf.ts'
import type { PortalProcess } from '../running-portal.ts'
import { test } from './portal-fixture.ts'
import { camille, partnerPages } from './portal-pages.ts'
import { choose, confirmAs, consoleErrors, fill, openAs } from './sample-world.ts'
import { expectNoOverflow, toast, visit } from './steps.ts'
import { startPortalIn } from './worlds.ts'

const people = {
  manager: { name: 'Manon Leroy', email: 'manon@cabinet.example', role: 'Responsable' },
  member: { name: 'Mehdi Azzouz', email: 'mehdi@cabinet.example', role: 'Membre' },
  accountant: { name: 'Alix Perrin', email: 'alix@cabinet.example', role: 'Comptable' },
} as const
type Colleague = (typeof people)[keyof typeof people]
const password = 'petite-lune-17'

const accountMenu = (page: Page) => page.getByRole('button', { name: /^\S+ ?Compte de/ })
const menu = (page: Page) => page.getByRole('navigation', { name: 'Menu principal' })

test.describe('a cabinet of four', () => {
  let portal: PortalProcess
  test.beforeAll(async () => {
    portal = await startPortalIn('sample')
  })
  test.afterAll(() => portal?.remove())

  async function inviteFrom(owner: Page, { name, email, role }: Colleague): Promise<void> {
    await owner.getByRole('button', { name: 'Inviter un collègue' }).click()
    const form = owner.getByRole('dialog', { name: 'Inviter un collègue' })
    await fill(form, { 'Nom complet': name, 'E-mail': email })
    await choose(owner, form, 'Rôle', role)
    await form.getByRole('button', { name: 'Envoyer l’invitation' }).click()
    if (role === 'Comptable') await confirmAs(owner, 'Confirmez que c’est vous', 'Envoyer l’invitation')
    await toast(owner, 'L’invitation est prête', 'adressez-vous à')
  }

  async function joinAs(browser: Browser, { email }: Colleague): Promise<Page> {
    const page = await openAs(browser, portal, null, await portal.linkMailedTo(email, 'invitation'))
    await page.getByLabel('Mot de passe', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'Accéder à mon espace' }).click()
    await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
    return page
  }

  test('invites, brings a lead, sends an invoice, ends somebody and passes their lead on', async ({ browser }) => {
    test.slow()
    const staff = await openAs(browser, portal, administrator.email, '/dashboard/settings/team?edit=colleagues')
    const owner = await openAs(browser, portal, camille, '/dashboard/leads')

    await test.step('a partner of one person reads nothing of a team', async () => {
      await accountMenu(owner).click()
      await expect(owner.getByRole('menuitem')).toHaveText([
        'Profil',
        'Mot de passe',
        'Double authentification',
        'Clés d’accès',
        'Sessions',
        'Mes données',
        'Notifications',
        'Annonces',
        'Se déconnecter',
      ])
      await owner.keyboard.press('Escape')
      await owner.getByRole('button', { name: 'Voir plus de détails' }).first().click()
      const drawer = owner.getByRole('dialog')
      await expect(drawer.getByRole('link', { name: 'Récépissé (PDF)' })).toBeVisible()
      await expect(drawer.getByRole('button', { name: 'Confier' })).toHaveCount(0)
      await visit(owner, '/dashboard/leads')
      await owner.getByRole('button', { name: 'Ajouter un filtre' }).click()
      await expect(owner.getByRole('menuitem', { name: 'Étape' })).toBeVisible()
      await expect(owner.getByRole('menuitem', { name: 'Collègue' })).toHaveCount(0)
    })

    await visit(owner, '/dashboard')
    await expect(owner.getByRole('region', { name: 'À faire' })).toBeVisible()
    await test.step('staff say how many colleagues there may be, and the open page offers the team', async () => {
      const dialog = staff.getByRole('dialog', { name: 'Colleagues of partners' })
      await dialog.getByLabel('Colleagues for each partner, beside its first person').fill('3')
      await dialog.getByRole('button', { name: 'Save' }).click()
      await toast(staff, 'Settings saved', 'Colleagues of partners')
      const entry = owner.getByRole('menuitem', { name: 'Équipe' })
      await expect(async () => {
        if (!(await owner.getByRole('menu').isVisible())) await accountMenu(owner).click()
        await expect(entry).toBeVisible({ timeout: 2000 })
      }).toPass()
      await entry.click()
      await expect(owner.getByRole('heading', { name: 'Équipe', level: 1 })).toBeVisible()
      await expect(owner.getByRole('row', { name: /Camille Lefèvre \(vous\)/ })).toContainText(/Reste propriétaire/)
    })

    await test.step('the owner invites three, and a refusal stands at its field with nothing lost', async () => {
      await owner.getByRole('button', { name: 'Inviter un collègue' }).click()
      const form = owner.getByRole('dialog', { name: 'Inviter un collègue' })
      await fill(form, { 'Nom complet': people.manager.name, 'E-mail': camille })
      await form.getByRole('button', { name: 'Envoyer l’invitation' }).click()
      await expect(form.getByText(`${camille} est l’adresse d’une personne de votre société`)).toBeVisible()
      await expect(form.getByLabel('Nom complet')).toHaveValue(people.manager.name)
      await form.getByRole('button', { name: 'Annuler' }).click()
      for (const person of Object.values(people)) await inviteFrom(owner, person)
      await expect(owner.getByText(/autorise 3 collègues/)).toBeVisible()
      await expect(owner.getByRole('button', { name: 'Inviter un collègue' })).toHaveCount(0)
      const row = owner.getByRole('row', { name: new RegExp(people.member.name) })
      await row.getByRole('button', { name: 'Plus d’actions' }).click()
      await owner.getByRole('menuitem', { name: 'Renvoyer l’invitation' }).click()
      await toast(owner, 'L’invitation est prête', 'adressez-vous à')
      await owner.setViewportSize({ width: 360, height: 780 })
      await expectNoOverflow(owner)
      await owner.setViewportSize({ width: 1280, height: 720 })
    })

    const manager = await joinAs(browser, people.manager)
    const member = await joinAs(browser, people.member)
    const accountant = await joinAs(browser, people.accountant)

    await test.step('each finds what their role may do, and is told who may do the rest', async () => {
      const locked: readonly (readonly [Page, readonly string[], RegExp])[] = [
        [manager, ['Payment Info'], /coordonnées bancaires/],
        [member, ['Commissions', 'Status', 'Contract', 'Payment Info'], /coordonnées bancaires/],
        [accountant, ['Leads'], /voient ses leads/],
      ]
      for (const [page, names, why] of locked) {
        const entries = menu(page).locator('[data-locked]')
        await expect(entries).toHaveText(names.map((name) => new RegExp(name)))
        await entries.last().click()
        const dialog = page.getByRole('dialog', { name: 'Hors de votre rôle' })
        await expect(dialog).toContainText(why)
        await expect(dialog).toContainText('Un propriétaire peut changer votre rôle.')
        await dialog.getByRole('button', { name: 'Close', exact: true }).click()
        for (const path of ['/dashboard/payment-info/documents', ...partnerPages]) {
          await visit(page, path)
          await expect(page.locator('h1')).toBeVisible()
        }
        await expect(page.getByText('Un propriétaire de votre société invite les collègues')).toBeVisible()
        await visit(page, '/dashboard')
        await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
        await page.setViewportSize({ width: 360, height: 780 })
        await expectNoOverflow(page)
        await page.setViewportSize({ width: 1280, height: 720 })
      }
    })

    await test.step('the member brings a lead, which owner and manager see with their name', async () => {
      await visit(member, '/dashboard/leads?add=lead')
      const form = member.getByRole('dialog', { name: 'Ajouter un lead' })
      await fill(form, { 'Nom du contact': 'Lucie Lupin', Société: 'Garage Lupin', Email: 'lucie@garage-lupin.example' })
      await form.getByLabel('Montant estimé (€)').fill('3500')
      await form.getByLabel("Type d'offre").selectOption('automation')
      await form.getByRole('button', { name: 'Ajouter' }).click()
      await toast(member, 'Lead ajouté')
      for (const page of [manager, owner]) {
        await visit(page, '/dashboard/leads')
        await expect(page.getByText(`Lead de ${people.member.name}`)).toBeVisible()
      }
      await manager.getByRole('button', { name: 'Ajouter un filtre' }).click()
      await manager.getByRole('menuitem', { name: 'Collègue' }).click()
      await manager.getByRole('option', { name: people.member.name }).click()
      await expect(manager).toHaveURL(/person=/)
      await expect(manager.getByRole('article')).toHaveCount(1)
    })

    await test.step('the accountant sends the invoice', async () => {
      await accountant
        .getByRole('link', { name: /^Envoyer : Envoyez la facture/ })
        .first()
        .click()
      const invoice = accountant.getByRole('dialog').getByRole('region', { name: 'Facture' })
      await fill(invoice, { 'Numéro de la facture': 'F-CAB-1', Date: '2026-01-15' })
      const file = { name: 'f1.pdf', mimeType: 'application/pdf', buffer: pdf('Facture du cabinet') }
      await invoice.locator('input[type=file]').setInputFiles(file)
      await invoice.getByRole('button', { name: 'Envoyer la facture' }).click()
      await toast(accountant, 'Facture envoyée')
    })

    await test.step('a changed role says so in the open tab', async () => {
      await visit(owner, '/dashboard/team')
      await owner.getByRole('button', { name: `Changer le rôle de ${people.member.name}` }).click()
      const dialog = owner.getByRole('dialog', { name: `Rôle de ${people.member.name}` })
      await dialog.getByRole('checkbox', { name: 'Voit les montants de ses propres leads' }).check()
      await dialog.getByRole('button', { name: 'Changer le rôle' }).click()
      await Promise.all([
        toast(owner, 'Rôle changé'),
        toast(member, 'Votre rôle dans la société est maintenant : Membre', 'ce qu’ils rapportent'),
      ])
      await expect(menu(member).getByRole('link', { name: 'Commissions' })).toBeVisible()
    })

    await test.step('staff see the portal as the member does, and the frame says whom they look as', async () => {
      await visit(staff, '/dashboard/partners')
      await staff.getByRole('link', { name: 'Camille Lefèvre' }).first().click()
      await staff.getByRole('button', { name: `More about ${people.member.name}` }).click()
      await staff.getByRole('menuitem', { name: 'View as this person' }).click()
      const bar = staff.getByRole('region', { name: 'Vue d’un partenaire' })
      await expect(bar).toContainText(`Vous voyez le portail comme ${people.member.name} (Membre, Lefèvre Conseil)`)
      await expect(menu(staff).getByRole('link', { name: 'Commissions' })).toBeVisible()
      await expect(menu(staff).getByRole('link', { name: 'Payment Info' })).toHaveCount(0)
      await staff.setViewportSize({ width: 360, height: 740 })
      await expectNoOverflow(staff)
      await staff.setViewportSize({ width: 1280, height: 720 })
      await bar.getByRole('button', { name: 'Quitter cette vue' }).click()
      await expect(staff.getByRole('heading', { name: 'Partners Management' })).toBeVisible()
    })

    await test.step('the member is ended: their tab ends, and the owner passes the lead on', async () => {
      const row = owner.getByRole('row', { name: new RegExp(people.member.name) })
      await row.getByRole('button', { name: 'Plus d’actions' }).click()
      await owner.getByRole('menuitem', { name: 'Retirer l’accès' }).click()
      const dialog = owner.getByRole('dialog', { name: `Retirer l’accès de ${people.member.name} ?` })
      await expect(dialog).toContainText('Ses leads restent à Lefèvre Conseil')
      await dialog.getByRole('button', { name: 'Retirer l’accès' }).click()
      await toast(owner, 'Accès retiré', people.member.name)
      await expect(member.getByRole('button', { name: 'Se connecter' })).toBeVisible()

      await visit(owner, '/dashboard/leads')
      const card = owner.getByRole('article').filter({ hasText: 'Garage Lupin' })
      await card.getByRole('button', { name: 'Voir plus de détails' }).click()
      await owner.getByRole('dialog').getByRole('button', { name: 'Confier' }).click()
      const passing = owner.getByRole('dialog', { name: /^Confier le lead/ })
      await passing.getByRole('combobox', { name: 'Collègue' }).click()
      await expect(owner.getByRole('option')).toHaveText(['Camille Lefèvre', people.manager.name])
      await owner.getByRole('option', { name: people.manager.name }).click()
      await passing.getByRole('button', { name: 'Confier' }).click()
      await toast(owner, 'Lead confié', people.manager.name)
      await expect(card).toContainText(`Lead de ${people.manager.name}`)
      await owner.getByRole('tab', { name: 'Historique' }).click()
      await expect(owner.getByText(`Camille Lefèvre a confié le lead à ${people.manager.name}`)).toBeVisible()
    })

    // The owner was asked for a proof once; no page reads what is not its reader's.
    const refused = [owner, manager, accountant, member].map((page) => consoleErrors(page).filter((text) => /403/.test(text)))
    expect(refused.map(({ length }) => length)).toEqual([1, 0, 0, 0])
  })
})
