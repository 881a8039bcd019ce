import { expect } from '@playwright/test'
import { administrator } from '../../demo/content.ts'
import { test } from './portal-fixture.ts'
import { confirmAs, openAs } from './sample-world.ts'
import { toast } from './steps.ts'

test('API & webhooks: a key and a secret are shown once, a test is logged with what came of it', async ({
  browser,
  changedWorld: portal,
}) => {
  const page = await openAs(browser, portal, administrator.email, '/dashboard')
  await page.getByRole('button', { name: `Account of ${administrator.fullName}` }).click()
  await page.getByRole('menuitem', { name: 'Settings' }).click()
  await page.getByRole('link', { name: 'API keys' }).click()
  await page.getByRole('link', { name: 'Open: API keys' }).click()
  await expect(page.getByRole('row', { name: /^CRM/ })).toContainText('leads:read, leads:write, partners:read')
  await page.getByRole('button', { name: 'New key' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('Comptabilité')
  await dialog.getByRole('button', { name: 'Create key' }).click()
  await expect(dialog).toContainText('Choose at least one permission')
  await dialog.getByRole('checkbox', { name: 'Read invoices' }).check()
  await dialog.getByRole('button', { name: 'Create key' }).click()
  const question = page.getByRole('dialog', { name: 'Confirm the new key' })
  await question.getByLabel('Your password').fill('pas-le-bon')
  await question.getByRole('button', { name: 'Create key' }).click()
  await toast(page, 'Error', 'Wrong password')
  await page.keyboard.press('Escape')
  await expect(question).toHaveCount(0)
  // Nothing that was typed is lost.
  await expect(dialog.getByLabel('Name')).toHaveValue('Comptabilité')
  await expect(dialog.getByRole('checkbox', { name: 'Read invoices' })).toBeChecked()
  await dialog.getByRole('button', { name: 'Create key' }).click()
  await confirmAs(page, 'Confirm the new key', 'Create key')
  const secret = await dialog.getByLabel('The key').innerText()
  await dialog.getByRole('button', { name: 'I have kept it' }).click()
  const key = page.getByRole('row', { name: /^Comptabilité/ })
  await expect(key).toContainText('Never')
  const answered = async () =>
    (await fetch(`${portal.url}/api/invoices`, { headers: { authorization: `Bearer ${secret}` } })).status
  await expect.poll(answered).toBe(200)
  await key.getByRole('button', { name: 'Revoke' }).click()
  await dialog.getByRole('button', { name: 'Revoke' }).click()
  await expect(key).toContainText('Revoked')
  await expect.poll(answered).toBe(401)

  await page.getByRole('link', { name: 'Webhooks', exact: true }).click()
  await page.getByRole('button', { name: 'New webhook' }).click()
  await dialog.getByLabel('Address').fill('https://10.0.0.1/hooks')
  await dialog.getByRole('checkbox', { name: 'lead.created' }).check()
  await dialog.getByRole('button', { name: 'Add webhook' }).click()
  await expect(dialog).toContainText('This is an internal address')
  await dialog.getByLabel('Address').fill('https://localhost:1/hooks')
  await dialog.getByRole('button', { name: 'Add webhook' }).click()
  await confirmAs(page, 'Confirm that it is you', 'Add webhook')
  await expect(dialog.getByLabel('The secret')).toContainText('whsec_')
  await dialog.getByRole('button', { name: 'I have kept it' }).click()
  await page.getByRole('button', { name: 'Send a test to https://localhost:1/hooks' }).click()
  const delivery = page.getByRole('row', { name: /^webhook.test/ })
  await expect(delivery).toContainText('localhost is an internal address')
  await delivery.getByRole('button', { name: 'Details' }).click()
  await expect(dialog).toContainText('"type":"webhook.test"')
  // The portal repeats a refused delivery by itself, so what counts is that there is one attempt more.
  const attempts = async () => Number(/(\d+) attempt/.exec(await dialog.innerText())?.[1])
  const before = await attempts()
  await dialog.getByRole('button', { name: 'Send again' }).click()
  await expect(page.getByText('Sent again')).toBeVisible()
  await expect.poll(attempts).toBeGreaterThan(before)
})
