import { expect } from '@playwright/test'
import { administrator } from '../../demo/content.ts'
import { addCommissionByApi, addLeadByApi, apiOf, otherStaff } from './colleagues.ts'
import { cut, hold } from './network.ts'
import { test } from './portal-fixture.ts'
import { contextOf, openAs, revokeContract } from './sample-world.ts'
import { toast, visit } from './steps.ts'

const camille = 'camille.lefevre@exemple.fr'
const olivier = 'Olivier Le Goff'

// With motion, since clicks during animations are part of the test.
test.use({ contextOptions: { reducedMotion: 'no-preference' } })

/** Concurrent users, and users faster than the page. */
test.describe('concurrency', () => {
  test('a correction shows a concurrent correction before replacing it', async ({ browser, changedWorld: portal }) => {
    const bonus = 'Prime concurrente'
    const { id } = await addCommissionByApi(await otherStaff(browser, portal), 'Camille Lefèvre', bonus, 100_000)
    const page = await openAs(browser, portal, administrator.email, '/dashboard/admin-commissions?search=prime%20concurrente')
    const more = page.getByRole('button', { name: `More about ${bonus}` })
    await more.click()
    await page.getByRole('menuitem', { name: 'Correct' }).click()
    const dialog = page.getByRole('dialog', { name: 'Correct commission' })
    await expect(dialog.getByLabel('Rate (%)')).toBeVisible()
    await expect(dialog.getByRole('alert')).toBeHidden()
    const from = { revenueCents: 100_000, commissionRate: 10 }
    const changed = await page.request.patch(`/api/commissions/${id}`, { data: { ...from, revenueCents: 123_400, from } })
    expect(changed.status()).toBe(200)
    await expect(dialog.getByRole('alert')).toContainText('Somebody else has just corrected it')
    await expect(dialog.getByText(/1\s234,00\s€ × .* so far/)).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await expect(more).toBeFocused()
    await page.keyboard.press('Enter')
    await page.getByRole('menuitem', { name: 'Correct' }).click()
    await dialog.getByLabel('Revenue (€)').fill('2000')
    await page.reload()
    await expect(dialog.getByLabel('Revenue (€)')).toHaveValue('2000')
    await dialog.getByRole('button', { name: 'Correct' }).click()
    await toast(page, 'Commission corrected')
  })

  test('validating asks first, clicking Validate twice validates once, and revoking asks first', async ({
    browser,
    changedWorld: portal,
  }) => {
    const page = await openAs(browser, portal, administrator.email, '/dashboard/partners?search=goff')
    const validate = page.getByRole('row', { name: olivier }).getByRole('button', { name: 'Validate' })
    await validate.click()
    const question = page.getByRole('dialog', { name: 'Validate by hand' })
    await expect(question).toContainText(`${olivier}'s main contract will be recorded as validated by hand by you, without seal`)
    await question.getByRole('button', { name: 'Validate' }).dblclick()
    await toast(page, 'Contract validated', `${olivier}'s contract is marked as signed`)
    await expect(page.getByText('This contract is already signed.')).toBeHidden()
    const revoke = page.getByRole('row', { name: olivier }).getByRole('button', { name: 'Revoke' })
    await expect(revoke).toBeVisible()
    await revoke.click()
    const dialog = page.getByRole('dialog', { name: 'Revoke contract' })
    await expect(dialog).toContainText('locked at once')
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await expect(dialog).toBeHidden()
    await expect(revoke).toBeVisible()
    await revokeContract(page, olivier)
  })

  test('editing a lead keeps fields that somebody else changed while the form was open', async ({
    browser,
    changedWorld: portal,
  }) => {
    const page = await openAs(browser, portal, camille, '/dashboard/leads')
    const website = 'https://ensemble.example'
    const lead = await addLeadByApi(apiOf(page.request), 'Deux mains', { website })
    await visit(page, `/dashboard/leads?lead=${lead.id}`)
    await page.getByRole('button', { name: 'Éditer' }).click()
    const form = page.getByRole('dialog', { name: 'Modifier le lead' })
    await expect(form.getByLabel('Téléphone')).toBeVisible()
    const staff = await contextOf(browser, portal, administrator.email)
    await staff.request.patch(`/api/leads/${lead.id}`, { data: { estimatedAmountCents: 777_700, notes: 'Relu par l’équipe' } })
    await form.getByLabel('Téléphone').fill('06 11 22 33 44')
    await form.getByRole('button', { name: 'Enregistrer' }).click()
    await toast(page, 'Lead modifié', 'Les modifications ont été enregistrées')
    expect(await (await page.request.get(`/api/leads/${lead.id}`)).json()).toMatchObject({
      phone: '06 11 22 33 44',
      estimatedAmountCents: 777_700,
      notes: 'Relu par l’équipe',
      website,
    })
  })

  test('a card moved by somebody else appears in its column, and shows a later mover where it is', async ({
    browser,
    changedWorld: portal,
  }) => {
    const partner = await openAs(browser, portal, camille, '/dashboard/leads')
    const data = { name: 'Solène Seule', company: 'Seule et Unique', email: 'solene@seule.example', offerType: 'star' }
    const lead = await (await partner.request.post('/api/leads', { data: { ...data, estimatedAmountCents: 100 } })).json()
    const staff = await openAs(browser, portal, administrator.email, '/dashboard/admin-leads?search=solene')
    const card = (column: string) => staff.getByRole('region', { name: column }).getByRole('article', { name: data.name })
    await expect(card('Nouveau')).toBeVisible()
    await expect(staff.getByText('Aucun lead')).toHaveCount(4)
    const move = (from: string, to: string) => partner.request.post(`/api/leads/${lead.id}/move`, { data: { from, to } })
    await move('nouveau', 'call_effectue')
    await expect(card('Appel')).toBeVisible()
    // Columns are refetched one by one: the card may briefly be in both.
    await expect(card('Nouveau')).toHaveCount(0)
    await move('call_effectue', 'nouveau')
    await expect(card('Nouveau')).toBeVisible()
    await expect(card('Appel')).toHaveCount(0)
    await card('Nouveau')
      .getByRole('button', { name: `Actions for ${data.name}` })
      .click()
    const toLost = staff.getByRole('menuitem', { name: 'Perdu' })
    await expect(toLost).toBeVisible()
    await hold(staff, '**/move', () => move('nouveau', 'signe'))
    await toLost.click()
    const why = staff.getByRole('dialog', { name: 'Why is this lead lost?' })
    await why.getByLabel('Reason').selectOption('budget')
    await why.getByRole('button', { name: 'Déplacer vers Perdu' }).click()
    await toast(staff, 'Error', 'it is now in “Signé”')
    await expect(card('Signé')).toBeVisible()
    await expect(staff.getByRole('article', { name: data.name })).toHaveCount(1)
  })

  test('a card moved by keyboard has the focus where it lands, also after a refused move', async ({
    browser,
    changedWorld: portal,
  }) => {
    const page = await openAs(browser, portal, camille, '/favicon.svg')
    const data = { name: 'Clavier Seul', company: 'Touches', email: 'clavier@touches.example', offerType: 'star' }
    await page.request.post('/api/leads', { data: { ...data, estimatedAmountCents: 1_000_000 } })
    const { current } = await (await page.request.get('/api/me/standing')).json()
    await page.goto('/dashboard/leads?search=clavier')
    const menuIn = (column: string) =>
      page.getByRole('region', { name: column, exact: true }).getByRole('button', { name: `Actions pour ${data.name}` })
    const bar = page.getByRole('region', { name: 'Dernier déplacement' })
    const moveByKey = async (column: string) => {
      await page.keyboard.press('Enter')
      await page.getByRole('menuitem', { name: column }).press('Enter')
    }
    await menuIn('Nouveau').focus()
    await moveByKey('En cours')
    await expect(bar).toContainText(`${data.name} → En cours`)
    await expect(menuIn('En cours')).toBeFocused()
    await expect(bar).not.toContainText('pour vous')
    const undo = await cut(page, '**/api/leads/*/move')
    await moveByKey('Appel')
    await expect(page.getByText('Le portail ne répond pas')).toBeVisible()
    await expect(menuIn('En cours')).toBeFocused()
    await undo()
    await moveByKey('Signé')
    const commission = (10_000 * current.commissionRate) / 100
    const barText = async () => ((await bar.textContent()) ?? '').replace(/\s/g, '')
    await expect.poll(barText).toMatch(new RegExp(`${commission}€pourvous,attendusversle\\d\\d/\\d\\d/\\d{4}`))
    await expect(page.getByText(/Clavier Seul\s: déplacé vers Signé\. .* pour vous, attendus vers le/)).toBeAttached()
    await expect(menuIn('Signé')).toBeFocused()
    await page.keyboard.press('Enter')
    await page.getByRole('menuitem', { name: 'Supprimer' }).press('Enter')
    const question = page.getByRole('dialog', { name: 'Supprimer le lead' })
    await expect(question).toContainText('Sa commission en attente est supprimée avec lui.')
    await question.getByRole('button', { name: 'Supprimer' }).click()
    await toast(page, 'Lead supprimé avec succès')
  })

  test('a change between loading a page and its stream is shown, however late the stream connects', async ({
    browser,
    changedWorld: portal,
  }) => {
    const page = await openAs(browser, portal, camille, '/favicon.svg')
    const data = { company: 'Lucarne', email: 'lucarne@exemple.fr', offerType: 'star', estimatedAmountCents: 100 }
    const { id } = await (await page.request.post('/api/leads', { data: { ...data, name: 'Lucarne 0' } })).json()
    // The first stream is held back until the page has read the lead and the lead has changed: no timing decides the result.
    const changed = async () => {
      await expect(page.getByRole('article', { name: 'Lucarne 0' })).toBeVisible()
      await page.request.patch(`/api/leads/${id}`, { data: { name: 'Lucarne 1' } })
    }
    await hold(page, '**/api/live*', changed, 1)
    await page.goto('/dashboard/leads?search=lucarne')
    await expect(page.getByRole('article', { name: 'Lucarne 1' })).toBeVisible()
  })
})
