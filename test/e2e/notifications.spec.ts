import { expect, type Page } from '@playwright/test'
import { notificationKinds } from '#communication/notifications/domain/notifications.ts'
import { administrator, password } from '../../demo/content.ts'
import { Mailbox } from '../mailbox.ts'
import type { PortalProcess } from '../running-portal.ts'
import { test } from './portal-fixture.ts'
import { contextOf, openAs } from './sample-world.ts'
import { visit } from './steps.ts'
import { startPortalIn } from './worlds.ts'

const mathieu = 'mathieu.caron@exemple.fr'

test.describe('notification settings', () => {
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

  test('a mail’s link leads through sign-in to the settings, where a disabled kind is not sent any more', async ({ browser }) => {
    const context = await browser.newContext({ baseURL: portal.url })
    const page = await context.newPage()
    await page.goto('/dashboard?account=notifications')
    await page.getByLabel('E-mail').fill(mathieu)
    await page.getByRole('textbox', { name: 'Mot de passe' }).fill(password)
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Notifications' })
    const paid = dialog.getByRole('switch', { name: 'Commission payée' })
    await expect(paid).toBeChecked()
    await expect(page).toHaveURL(`${portal.url}/dashboard`)
    await expect(dialog).toContainText('Les e-mails de sécurité sont toujours envoyés')
    // Nothing in it is for staff: the server would refuse it.
    await expect(dialog.getByRole('alert')).toHaveCount(0)

    // The dialog takes the focus once it is open; until then a key would go elsewhere.
    await expect.poll(() => dialog.evaluate((open) => open.contains(document.activeElement))).toBe(true)
    const reached = dialog.getByRole('switch', { name: 'Palier atteint' })
    for (const each of [paid, reached]) {
      await each.press('Space')
      await expect(each).not.toBeChecked()
    }
    await expect
      .poll(async () => (await context.request.get('/api/me/notifications')).json())
      .toEqual({
        switchedOff: ['commission_paid', 'tier_reached'],
      })
    await page.reload()
    await expect(dialog).toBeHidden()
    await page.getByRole('button', { name: /Compte de/ }).click()
    await page.getByRole('menuitem', { name: 'Notifications' }).click()
    await expect(paid).not.toBeChecked()
    await expect(dialog.getByRole('switch', { checked: true })).toHaveCount(notificationKinds.length - 2)
    await context.close()

    const staff = await contextOf(browser, portal, administrator.email)
    const { items } = await (await staff.request.get(`/api/partners?search=${mathieu}`)).json()
    const bonus = { partnerId: items[0].id, description: 'Prime', revenueCents: 100_000 }
    const { id, amountCents } = await (await staff.request.post('/api/commissions', { data: bonus })).json()
    expect((await staff.request.post(`/api/commissions/${id}/validate`, { data: { amountCents } })).ok()).toBe(true)
    expect((await staff.request.post(`/api/commissions/${id}/pay`)).ok()).toBe(true)
    const mails = () =>
      mailbox.mails
        .map(({ to, headers }) => [to, /\.(\w+)@/.exec(headers.get('message-id') ?? '')?.[1]])
        .filter(([to, kind]) => to === mathieu && /^(commission|tier)/.test(kind ?? ''))
    await expect.poll(mails).toEqual([[mathieu, 'commission_validated']])
    const unfinished = async () => {
      const { mail, queues } = await (await staff.request.get('/api/system')).json()
      return queues.reduce((sum: number, { due, running }: { due: number; running: number }) => sum + due + running, mail.waiting)
    }
    await expect.poll(unfinished, { timeout: 60_000 }).toBe(0)
    expect(mails()).toHaveLength(1)
  })

  test('a partner learns by mail and by marks why a lead is lost, until it is opened on some device', async ({ browser }) => {
    const desktop = await openAs(browser, portal, mathieu, '/dashboard/leads')
    const data = { company: 'Oubliée SARL', email: 'nora@oublis.example', offerType: 'star', estimatedAmountCents: 100_000 }
    const { request } = await contextOf(browser, portal, administrator.email)
    await request.post('/api/leads/read')
    const { id } = await (await desktop.request.post('/api/leads', { data: { ...data, name: 'Nora Oublis' } })).json()
    await desktop.request.post('/api/leads/read')
    const phone = await openAs(browser, portal, mathieu, '/dashboard/leads', { viewport: { width: 360, height: 780 } })
    const staff = await openAs(browser, portal, administrator.email, '/dashboard/admin-leads?search=nora')
    const card = (page: Page) => page.getByRole('article', { name: 'Nora Oublis' })
    await test.step('staff open the lead, which is unread for them', async () => {
      // Registered by the partner: unread for staff, who open it.
      await expect(card(staff).getByText('Unread')).toBeVisible()
      const entry = staff.getByRole('navigation').getByRole('link', { name: 'Leads', exact: true })
      await expect(entry).toHaveAttribute('title', '1 unread')
      await card(staff).getByRole('button', { name: 'Voir plus de détails' }).click()
      // Read is what was on the screen: its details, not only what its card knows.
      await expect(staff.getByRole('dialog', { name: 'Nora Oublis' })).toContainText('nora@oublis.example')
      await staff.keyboard.press('Escape')
      await expect(card(staff).getByText('Unread')).toHaveCount(0)
      await expect(entry).not.toHaveAttribute('title')
    })

    await test.step('staff lose it only with a reason', async () => {
      await card(staff).getByRole('button', { name: 'Actions for Nora Oublis' }).click()
      await staff.getByRole('menuitem', { name: 'Perdu' }).click()
      const why = staff.getByRole('dialog', { name: 'Why is this lead lost?' })
      await why.getByRole('button', { name: 'Déplacer vers Perdu' }).click()
      await expect(why.getByText('Please choose a reason')).toBeVisible()
      await why.getByLabel('Reason').selectOption({ label: 'Gone to a competitor' })
      await why.getByLabel('Comment').fill('Signé ailleurs en mars')
      await why.getByRole('button', { name: 'Déplacer vers Perdu' }).click()
      await expect(staff.getByRole('region', { name: 'Perdu', exact: true }).getByText('Nora Oublis')).toBeVisible()
    })

    await test.step('its partner is told by mail and by marks on every device', async () => {
      for (const page of [desktop, phone]) await expect(card(page).getByText('Non lu')).toBeVisible()
      await expect(desktop.getByRole('link', { name: 'Leads', exact: true })).toHaveAttribute('title', /^Non lus\s: 1$/)
      await expect.poll(() => mailbox.to(mathieu).map(({ subject }) => subject)).toContain('Lead perdu : Oubliée SARL')
      // A message is not on the screen with the details: it stays unread until its thread is.
      await staff.request.post(`/api/leads/${id}/comments`, { data: { body: 'Rappelez-moi demain ?' } })
      await phone.setViewportSize({ width: 360, height: 480 })
      await card(phone).getByRole('button', { name: 'Voir plus de détails' }).click()
      const onPhone = phone.getByRole('dialog', { name: 'Nora Oublis' })
      await expect(onPhone).toContainText('Parti chez un concurrent : Signé ailleurs en mars')
      await expect(onPhone.getByRole('region', { name: /Échanges/ })).toContainText('Non lu')
      await phone.keyboard.press('Escape')
      for (const page of [desktop, phone]) await expect(card(page).getByText('Non lu')).toBeVisible()
    })
    const overview = await openAs(browser, portal, mathieu, '/dashboard')
    await test.step('opening its thread takes the marks away on every device', async () => {
      const unread = overview.getByRole('region', { name: 'Non lus' })
      await expect(unread).toContainText('Un lead a du nouveau')
      await expect(unread).toContainText('Nouveau message')
      await unread.getByRole('link', { name: /Oubliée SARL/ }).click()
      await expect(overview).toHaveURL(new RegExp(`lead=${id}`))
      const drawer = overview.getByRole('dialog', { name: 'Nora Oublis' })
      await expect(drawer.getByText('Rappelez-moi demain ?')).toBeInViewport()
      for (const page of [desktop, phone]) await expect(card(page).getByText('Non lu')).toHaveCount(0)
      await expect(desktop.getByRole('link', { name: 'Leads', exact: true })).not.toHaveAttribute('title')
    })

    await test.step('the partner chooses the daily digest instead', async () => {
      await visit(overview, '/dashboard?account=notifications')
      const choices = overview.getByRole('dialog', { name: 'Notifications' })
      await choices.getByLabel('Lead perdu').selectOption('Récapitulatif quotidien')
      await expect
        .poll(async () => (await (await overview.request.get('/api/me/news-mail')).json()).kinds)
        .toContainEqual({ kind: 'lead_lost', timing: 'digest' })
    })
    for (const page of [desktop, phone, staff, overview]) await page.context().close()
  })

  test('staff see on the page System why a mail was refused, and send it again when it is mended', async ({ browser }) => {
    mailbox.behave({ rcpt: [550, '5.1.1 User unknown'] })
    const page = await openAs(browser, portal, administrator.email, '/dashboard')
    await page.request.post('/api/invitations', { data: { fullName: 'Paul Neuf', email: 'paul@neuf.example', role: 'partner' } })
    await page.getByRole('button', { name: /Account of/ }).click()
    await page.getByRole('menuitem', { name: 'Settings' }).click()
    await page.getByRole('link', { name: 'System', exact: true }).click()
    await page.getByRole('link', { name: 'Open: System' }).click()
    await expect(page).toHaveURL(/\/dashboard\/system$/)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('System')
    await expect(page.getByRole('region', { name: 'Database' })).toContainText('The database reads and writes.')
    const failed = page.getByRole('listitem').filter({ hasText: 'Invitation, to Paul Neuf' })
    await expect(failed).toContainText('550 5.1.1 User unknown')
    mailbox.behave()
    await page.getByRole('button', { name: 'Try all again' }).click()
    await expect(page.getByText('Nothing has failed')).toBeVisible()
    await expect.poll(() => mailbox.to('paul@neuf.example').length).toBe(1)
  })
})
