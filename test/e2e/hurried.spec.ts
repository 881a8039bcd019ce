import { expect, test } from '@playwright/test'
import { administrator, password } from '../../demo/story.ts'
import { PortalProcess } from '../running-portal.ts'
import { findings } from './axe.ts'
import { openAs } from './sample-world.ts'
import { toast } from './steps.ts'

const camille = 'camille.lefevre@exemple.fr'
const olivier = 'Olivier Le Goff'

test.describe('people in a hurry, and two at once', () => {
  let portal: PortalProcess
  test.beforeAll(async () => {
    portal = new PortalProcess({}, ['--demo'])
    await portal.start()
  })
  test.afterAll(() => portal?.remove())

  test('half a number in a commission’s form is said beside its field, and Partner is found without accents', async ({
    browser,
  }) => {
    const page = await openAs(browser, portal, administrator.email, '/dashboard/admin-commissions')
    await page.getByRole('button', { name: 'Add commission' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add commission' })
    await dialog.getByRole('button', { name: 'Add commission' }).click()
    await expect(dialog.getByRole('combobox', { name: 'Partner' })).toBeFocused()
    await toast(page, 'Missing fields', 'Please fill in all required fields')
    await dialog.getByRole('combobox', { name: 'Partner' }).fill('ines gar')
    await dialog.getByRole('option', { name: /Inès Garnier/ }).click()
    await dialog.getByLabel('What it is for').fill('Prime de salon')
    await dialog.getByLabel('Revenue (€)').fill('1000')
    const rate = dialog.getByLabel('Rate (%)')
    for (const half of ['-', ',', '-5', '999', '101']) {
      await rate.fill('')
      await rate.pressSequentially(half)
      await expect(dialog.getByText('Without a rate, the one of the partner’s tier applies.')).toBeVisible()
    }
    await rate.fill('-')
    await rate.press('Enter')
    await toast(page, 'Missing fields', 'The rate must be between 0 and 100 %')
    await rate.fill('101')
    await rate.press('Enter')
    await toast(page, 'Missing fields', 'The rate must be between 0 and 100 %')
    await expect(rate).toHaveValue('101')
    await rate.fill('12,5')
    await expect(dialog.getByText(/^Commission: 125,00\s€$/)).toBeVisible()
    await dialog.getByRole('button', { name: 'Add commission' }).dblclick()
    await toast(page, 'Commission added', 'of revenue, to be validated')
    await expect(page.getByText('Prime de salon')).toHaveCount(1)
    await page.context().close()
  })

  test('a correction shows what somebody else has corrected meanwhile, before it replaces it', async ({ browser }) => {
    const page = await openAs(browser, portal, administrator.email, '/dashboard/admin-commissions?status=en_attente')
    const listed = await (await page.request.get('/api/commissions?status=en_attente&sort=-date')).json()
    const row = listed.items.find((each: { lead: object | null }) => each.lead)
    await page.getByRole('button', { name: `More about ${row.lead.name}` }).click()
    await page.getByRole('menuitem', { name: 'Correct' }).click()
    const dialog = page.getByRole('dialog', { name: 'Correct commission' })
    await expect(dialog.getByLabel('Rate (%)')).toBeVisible()
    await expect(dialog.getByRole('alert')).toBeHidden()
    const { revenueCents, commissionRate } = row
    await page.request.patch(`/api/commissions/${row.id}`, {
      data: { revenueCents: 123_400, commissionRate, from: { revenueCents, commissionRate } },
    })
    await expect(dialog.getByRole('alert')).toContainText('Somebody else has just corrected it')
    await expect(dialog.getByText(/1\s234,00\s€ × .* so far/)).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await expect(page.getByRole('button', { name: `More about ${row.lead.name}` })).toBeFocused()
    await page.keyboard.press('Enter')
    await page.getByRole('menuitem', { name: 'Correct' }).click()
    await dialog.getByLabel('Revenue (€)').fill('2000')
    await page.reload()
    await expect(dialog.getByLabel('Revenue (€)')).toHaveValue('2000')
    await dialog.getByRole('button', { name: 'Correct' }).click()
    await toast(page, 'Commission corrected')
    await page.context().close()
  })

  test('validating asks first, clicking Validate twice validates once, and revoking asks first', async ({ browser }) => {
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
    await page.context().close()
  })

  test('clearing filters forgets what was typed a moment ago; an address is read as far as it can be', async ({ browser }) => {
    const page = await openAs(browser, portal, administrator.email, '/dashboard/partners?role=partner')
    const search = page.getByRole('searchbox', { name: 'Search partners' })
    await search.pressSequentially('zzz')
    await page.getByRole('button', { name: 'Clear filters' }).click()
    await expect(page).toHaveURL(`${portal.url}/dashboard/partners`)
    await page.waitForTimeout(500)
    await expect(page).toHaveURL(`${portal.url}/dashboard/partners`)
    await expect(search).toHaveValue('')
    await expect(page.getByRole('row', { name: olivier })).toBeVisible()
    await search.fill('x'.repeat(300))
    await expect(page.getByText('No result for these filters')).toBeVisible()
    for (const address of ['admin-commissions?partner=nobody', 'admin-leads?partner=nobody', 'admin-leads?search=%00']) {
      await page.goto(`/dashboard/${address}`)
      await expect(page.getByText('Camille Lefèvre').first()).toBeVisible()
      await expect(page.getByRole('button', { name: 'Réessayer' })).toHaveCount(0)
    }
    await page.context().close()
  })

  test('who edits a lead leaves alone what somebody else changed while the form was open', async ({ browser }) => {
    const page = await openAs(browser, portal, camille, '/dashboard/leads')
    const { items } = await (await page.request.get('/api/leads?status=nouveau')).json()
    const [lead] = items
    await page.goto(`/dashboard/leads?lead=${lead.id}`)
    await page.getByRole('button', { name: 'Éditer' }).click()
    const form = page.getByRole('dialog', { name: 'Modifier le lead' })
    await expect(form.getByLabel('Téléphone')).toBeVisible()
    const staff = await browser.newContext({ baseURL: portal.url })
    await staff.request.post('/api/session', { data: { email: administrator.email, password } })
    await staff.request.patch(`/api/leads/${lead.id}`, { data: { estimatedAmountCents: 777_700, notes: 'Relu par l’équipe' } })
    await form.getByLabel('Téléphone').fill('06 11 22 33 44')
    await form.getByRole('button', { name: 'Enregistrer' }).click()
    await toast(page, 'Lead modifié', 'Les modifications ont été enregistrées')
    expect(await (await page.request.get(`/api/leads/${lead.id}`)).json()).toMatchObject({
      phone: '06 11 22 33 44',
      estimatedAmountCents: 777_700,
      notes: 'Relu par l’équipe',
      website: lead.website,
    })
    await staff.close()
    await page.context().close()
  })

  test('a card that somebody else moves into an empty column appears there, and the later of two movers sees where it is', async ({
    browser,
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
    await move('call_effectue', 'nouveau')
    await expect(card('Nouveau')).toBeVisible()
    await staff.getByRole('button', { name: `Actions pour ${data.name}` }).click()
    const toLost = staff.getByRole('menuitem', { name: 'Perdu' })
    await expect(toLost).toBeVisible()
    await staff.route('**/move', async (route) => {
      await move('nouveau', 'signe')
      await route.continue()
    })
    await toLost.click()
    await toast(staff, 'Erreur', 'il est maintenant dans « Signé »')
    await expect(card('Signé')).toBeVisible()
    await expect(staff.getByRole('article', { name: data.name })).toHaveCount(1)
    await staff.context().close()
    await partner.context().close()
  })

  test('what was typed survives the way back, a reload, a session that ended and a lock; closing it asks first', async ({
    browser,
  }) => {
    const page = await openAs(browser, portal, camille, '/dashboard')
    await page.getByRole('link', { name: 'Leads', exact: true }).click()
    const add = page.getByRole('button', { name: 'Add Lead' })
    await add.click()
    const form = page.getByRole('dialog', { name: 'Ajouter un lead' })
    const [name, amount] = [form.getByLabel('Nom du contact'), form.getByLabel('Montant estimé (€)')]
    await name.fill('Noémie Pressée')
    await amount.fill('1 500,50')
    const kept = async () => {
      await expect(name).toHaveValue('Noémie Pressée')
      await expect(amount).toHaveValue('1 500,50')
    }
    await page.goBack()
    await expect(form).toBeHidden()
    await page.goForward()
    await kept()
    await page.reload()
    await kept()

    await page.request.delete('/api/session')
    await expect(page).toHaveURL(/\/auth$/)
    await page.getByLabel('Email').fill(camille)
    await page.getByLabel('Mot de passe', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'Se connecter' }).click()
    await kept()

    const staff = await browser.newContext({ baseURL: portal.url })
    await staff.request.post('/api/session', { data: { email: administrator.email, password } })
    const { me } = await (await page.request.get('/api/session')).json()
    await staff.request.post(`/api/partners/${me.id}/contract/revoke`, { data: { reason: 'Erreur de nom' } })
    await expect(page.getByRole('dialog', { name: 'Access Restricted' })).toBeVisible()
    await expect(form).toBeHidden()
    await staff.request.post(`/api/partners/${me.id}/contract/validate`)
    await expect(page.getByRole('dialog', { name: 'Access Restricted' })).toBeHidden()
    await kept()
    await staff.close()

    const question = page.getByRole('dialog', { name: 'Fermer sans enregistrer ?' })
    await name.focus()
    await page.keyboard.press('Escape')
    expect(await findings(page)).toEqual([])
    await question.getByRole('button', { name: 'Continuer la saisie' }).click()
    await expect(question).toBeHidden()
    await expect(name).toBeFocused()
    await kept()
    await page.mouse.click(5, 450)
    await question.getByRole('button', { name: 'Abandonner' }).click()
    await expect(form).toBeHidden()
    await add.click()
    await expect(name).toHaveValue('')
    await page.keyboard.press('Escape')
    await expect(form).toBeHidden()
    await expect(add).toBeFocused()
    await page.context().close()
  })

  test('what is typed right after Ctrl K arrives in the palette, whose code is still on its way', async ({ browser }) => {
    const page = await openAs(browser, portal, camille, '/favicon.svg')
    let release = () => {}
    const released = new Promise<void>((resolve) => {
      release = resolve
    })
    await page.route('**/assets/palette*', async (route) => {
      await released
      await route.continue()
    })
    await page.goto('/dashboard')
    await expect(page.getByRole('button', { name: 'Search' })).toBeVisible()
    await page.keyboard.press('Control+k')
    await page.keyboard.type('comm')
    release()
    const field = page.getByRole('combobox', { name: 'Search' })
    await expect(field).toBeFocused()
    await page.keyboard.type('iss')
    await expect(field).toHaveValue('commiss')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/dashboard\/commissions$/)
    await page.context().close()
  })

  test('a change between reading a page and following it is shown, however late the stream comes', async ({ browser }) => {
    const page = await openAs(browser, portal, camille, '/favicon.svg')
    const data = { company: 'Lucarne', email: 'lucarne@exemple.fr', offerType: 'star', estimatedAmountCents: 100 }
    const { id } = await (await page.request.post('/api/leads', { data: { ...data, name: 'Lucarne 0' } })).json()
    let round = 0
    const changed = new Set<number>()
    await page.route('**/api/live*', async (route) => {
      if (changed.has(round)) return route.continue()
      changed.add(round)
      await expect(page.getByRole('article', { name: `Lucarne ${round}` })).toBeVisible()
      await page.request.patch(`/api/leads/${id}`, { data: { name: `Lucarne ${round + 1}` } })
      await route.continue()
    })
    for (; round < 20; round += 1) {
      await page.goto('/dashboard/leads?search=lucarne')
      await expect(page.getByRole('article', { name: `Lucarne ${round + 1}` })).toBeVisible()
    }
    await page.context().close()
  })
})
