import { type Browser, expect, type Page } from '@playwright/test'
import { administrator } from '../../demo/content.ts'
import { Mailbox } from '../mailbox.ts'
import type { PortalProcess } from '../running-portal.ts'
import { test } from './portal-fixture.ts'
import { choose, consoleErrors, openAs } from './sample-world.ts'
import { expectNoOverflow, toast, visit } from './steps.ts'
import { startPortalIn } from './worlds.ts'

const camille = { email: 'camille.lefevre@exemple.fr', name: 'Camille Lefèvre' }
const sophie = { email: 'sophie.moreau@exemple.fr', name: 'Sophie Moreau' }
const julien = { email: 'julien.perrin@exemple.fr', name: 'Julien Perrin' }

test.describe('registrations', () => {
  let portal: PortalProcess
  let mailbox: Mailbox
  test.beforeAll(async () => {
    mailbox = await Mailbox.open()
    portal = await startPortalIn('sample', undefined, { SMTP_URL: mailbox.url })
  })
  test.afterAll(async () => {
    await portal?.remove()
    await mailbox?.close()
  })

  const add = async ({ request }: Page, name: string, company: string) => {
    const email = `${name.normalize('NFD').replace(/[^a-z]/gi, '')}@contact.example`
    const data = { name, company, email, offerType: 'star', estimatedAmountCents: 900_000, notes: 'Le toit fuit, urgent' }
    const answer = await request.post('/api/leads', { data })
    expect([company, answer.status()]).toEqual([company, 201])
    return (await answer.json()).id as string
  }
  const registration = (page: Page, staff = false) =>
    page.getByRole('dialog').getByRole('region', { name: staff ? 'Registration' : 'Enregistrement' })
  const openLead = async (page: Page, id: string, staff = false) => {
    await visit(page, `/dashboard/${staff ? 'admin-leads' : 'leads'}?lead=${id}`)
    await expect(registration(page, staff)).toBeVisible()
  }
  /** The text of a mail, once it is there. */
  const letter = async ({ email }: { email: string }, subject: string | RegExp) => {
    const textNow = () =>
      mailbox
        .to(email)
        .find((mail) => (subject instanceof RegExp ? subject.test(mail.subject) : mail.subject === subject))
        ?.text.replace(/\s+/g, ' ')
    await expect.poll(textNow, `${subject}`).toBeDefined()
    return textNow() ?? ''
  }
  const staffOf = (browser: Browser, path: string) => openAs(browser, portal, administrator.email, path)
  const fits = async (page: Page) => {
    for (const width of [360, 820, 1440]) {
      await page.setViewportSize({ width, height: 900 })
      await expectNoOverflow(page)
    }
  }

  test('a registered lead is accepted and protected for half a year, and then free for others', async ({ browser }) => {
    const partner = await openAs(browser, portal, camille.email, '/dashboard/leads')
    const id = await add(partner, 'Ewen Rivoal', 'Chantier Rivoal')
    await openLead(partner, id)
    await expect(registration(partner)).toContainText('En attente de l’équipe')

    const staff = await staffOf(browser, '/dashboard/admin-leads/registrations?queue=waiting')
    const question = staff.getByRole('dialog', { name: 'Accept' })
    await test.step('staff accept it, with a message', async () => {
      const row = staff.getByRole('row', { name: /Chantier Rivoal/ })
      for (const fact of ['To answer', /9\s000\s€/, 'Avancée', 'Le toit fuit, urgent']) await expect(row).toContainText(fact)
      await fits(staff)
      await staff.getByRole('button', { name: 'Refuse Chantier Rivoal' }).click()
      // What was typed is not lost by Escape.
      const why = staff.getByRole('dialog', { name: 'Refuse' }).getByLabel('In your words')
      await why.fill('Déjà client depuis 2024')
      await why.press('Escape')
      await staff.getByRole('dialog', { name: 'Close without saving?' }).getByRole('button', { name: 'Keep editing' }).click()
      await expect(why).toHaveValue('Déjà client depuis 2024')
      await staff.getByRole('button', { name: 'Cancel' }).click()
      await staff.getByRole('button', { name: 'Accept Chantier Rivoal' }).click()
      await question.getByLabel('Message').fill('Bienvenue, et bonne suite.')
      await question.getByRole('button', { name: 'Accept' }).click()
      await toast(staff, 'Accepted', '1 lead')
    })

    await test.step('its partner reads of the protection, and of its end', async () => {
      await expect(registration(partner)).toContainText(/Protégé jusqu’au \d\d\/\d\d\/\d{4} · 18\d j/)
      const accepted = await letter(camille, 'Lead accepté : Chantier Rivoal')
      expect(accepted).toContain('« Bienvenue, et bonne suite. »')

      await portal.stoppedFor('test/children/registrations-later.ts', ['160', '190'])
      const ending = await letter(camille, /^Protection jusqu’au .*Chantier Rivoal$/)
      expect(ending).toContain('demander une prolongation')
      const ended = await letter(camille, 'Protection terminée : Chantier Rivoal')
      expect(ended).toContain('restent dans votre espace')
      await openLead(partner, id)
      await expect(registration(partner)).toContainText('Protection expirée')
    })

    await test.step('the company is free for another partner', async () => {
      const other = await openAs(browser, portal, sophie.email, '/dashboard/leads')
      const later = await add(other, 'Anne Rivoal', 'Chantier Rivoal SARL')
      // Not by a link: the portal's clock went back, and its stream tells what is newer than the last event.
      await staff.goto('/dashboard/admin-leads/registrations?queue=waiting')
      await staff.getByRole('button', { name: 'Accept Chantier Rivoal SARL' }).click()
      await question.getByRole('button', { name: 'Accept' }).click()
      await toast(staff, 'Accepted', '1 lead')
      await openLead(other, later)
      await expect(registration(other)).toContainText('Protégé jusqu’au')
    })
  })

  test('staff decide, hand over and merge a company of two partners, who do not learn of each other', async ({ browser }) => {
    const company = 'Vannerie Quéméner'
    const first = await openAs(browser, portal, camille.email, '/dashboard/leads')
    const second = await openAs(browser, portal, sophie.email, '/dashboard/leads')
    const early = await add(first, 'Loïc Quéméner', company)
    const late = await add(second, 'Maud Quéméner', `${company} SARL`)

    const staff = await staffOf(browser, '/dashboard/admin-leads/registrations?queue=conflicts')
    const reason = 'Le client nous a écrit par qui il est venu.'
    await test.step('staff decide with a reason that names nobody', async () => {
      await staff.getByRole('button', { name: `Compare ${company} SARL` }).click()
      const conflict = staff.getByRole('dialog', { name: 'Who brought it first' })
      await expect(conflict.getByRole('radio', { name: /Camille Lefèvre \(first by the rule\)/ })).toBeChecked()
      for (const width of [360, 820, 1440]) {
        await staff.setViewportSize({ width, height: 780 })
        await expectNoOverflow(staff)
        // The decision stays in sight, the facts stand line by line beside each other, and what differs says so.
        await expect(conflict.getByRole('button', { name: 'Decide' })).toBeInViewport({ ratio: 1 })
        await conflict.getByRole('row', { name: /Loïc Quéméner/ }).scrollIntoViewIfNeeded()
        const placeOf = async (name: string) => {
          const box = await conflict.getByRole('cell', { name, exact: true }).boundingBox()
          return JSON.stringify([box?.y, box?.width, box?.height])
        }
        const places = () => Promise.all(['Loïc Quéméner', 'Maud Quéméner'].map(placeOf))
        await expect.poll(async () => new Set(await places()).size).toBe(1)
        await expect(conflict.getByText('Contact name (differs)')).toBeAttached()
        await expect(conflict.getByText('Estimated amount (differs)')).toHaveCount(0)
      }
      await conflict.getByRole('radio', { name: /Sophie Moreau/ }).check()
      const why = conflict.getByRole('textbox', { name: 'Reason' })
      await why.fill('Madame Moreau a présenté le client.')
      await conflict.getByRole('button', { name: 'Decide' }).click()
      await toast(staff, 'Error', 'leave their names out')
      await expect(why).toHaveValue('Madame Moreau a présenté le client.')
      await why.fill(reason)
      await conflict.getByRole('button', { name: 'Decide' }).click()
      await toast(staff, 'Decided')
    })

    await test.step('both partners read the reason, and nothing of each other', async () => {
      const [lost, won] = [
        await letter(camille, `Lead refusé : ${company}`),
        await letter(sophie, `Lead accepté : ${company} SARL`),
      ]
      await openLead(first, early)
      await openLead(second, late)
      await expect(registration(first)).toContainText('Déjà apporté')
      for (const [text, page] of [
        [lost, first],
        [won, second],
      ] as const) {
        expect(text).toContain(`« ${reason} »`)
        await expect(registration(page)).toContainText(reason)
      }
      for (const [text, page, others] of [
        [lost, first, /Sophie|Moreau|Maud/],
        [won, second, /Camille|Lefèvre|Loïc/],
      ] as const) {
        expect(text).not.toMatch(others)
        await expect.poll(() => page.content()).not.toMatch(others)
      }
    })

    await test.step('staff hand the lead over, and its history names nobody', async () => {
      await openLead(staff, late, true)
      await staff.getByRole('button', { name: 'Reassign' }).click()
      const handing = staff.getByRole('dialog', { name: 'Reassign' })
      await choose(staff, handing, 'Partner', new RegExp(julien.name))
      await handing.getByRole('textbox', { name: 'Why' }).fill('Nouvelle répartition des secteurs.')
      await handing.getByRole('button', { name: 'Reassign' }).click()
      await toast(staff, 'Lead reassigned')
      const handover = await letter(julien, `Un lead vous est confié : ${company} SARL`)
      const taken = await letter(sophie, `Lead confié à un autre partenaire : ${company} SARL`)
      for (const text of [handover, taken]) expect(text).toContain('« Nouvelle répartition des secteurs. »')
      expect(handover).not.toMatch(/Sophie|Moreau/)
      expect(taken).not.toMatch(/Julien|Perrin/)
      const heir = await openAs(browser, portal, julien.email, '/dashboard/leads')
      await openLead(heir, late)
      await heir.getByRole('tab', { name: 'Historique' }).click()
      await expect(heir.getByText('Partenaire précédent').first()).toBeVisible()
      await expect.poll(() => heir.content()).not.toContain('Sophie')
    })

    await test.step('staff merge another lead of the company', async () => {
      const again = await add(first, 'Yann Quéméner', company)
      await openLead(staff, again, true)
      await staff.getByRole('button', { name: 'Merge' }).click()
      const merging = staff.getByRole('dialog', { name: 'Merge' })
      await expect(merging.getByRole('radio', { name: /Julien Perrin/ })).toBeChecked()
      await merging.getByRole('button', { name: 'Merge' }).click()
      await toast(staff, 'Merged', company)
      await expect(registration(staff, true)).toContainText(/Merged with REF-/)
      await letter(camille, `Lead regroupé : ${company}`)
      await openLead(first, again)
      await expect(registration(first)).toContainText('Regroupé')
      await expect(registration(first)).not.toContainText('Regroupé avec')
      expect(consoleErrors(staff).filter((text) => !/422/.test(text))).toEqual([])
    })
  })
})
