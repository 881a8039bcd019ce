import { expect, test } from '@playwright/test'
import { administrator, password } from '../../demo/story.ts'
import { PortalProcess } from '../running-portal.ts'
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
    await dialog.getByLabel('Revenue (€)').fill('2000')
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
})
