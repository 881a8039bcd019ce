import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect, type Locator } from '@playwright/test'
import { administrator } from '../../demo/content.ts'
import type { PortalProcess } from '../running-portal.ts'
import { formWithoutPictures, letter, xfaForm } from '../samples/pdf/documents.ts'
import { missingTools } from '../samples/pdf/external-tools.ts'
import { answer, reason, refuse } from './network.ts'
import { test } from './portal-fixture.ts'
import { antoine, choose, lea, olivier, openAs } from './sample-world.ts'
import { codeMailedTo, signByApi } from './sign-by-api.ts'
import { expectNoOverflow, toast, visit } from './steps.ts'
import { startPortalIn } from './worlds.ts'

/** In the sample world with the real seal: a contract's way, on which each test goes on where the one before it stopped. */
test.describe('signing for staff', () => {
  test.describe.configure({ mode: 'serial' })
  let portal: PortalProcess
  test.beforeAll(async () => {
    portal = await startPortalIn('sample')
  })
  test.afterAll(() => portal?.remove())

  const contracts = '/dashboard/admin-contracts'
  /** What is printed and sealed first, in processes of their own. */
  const whenSealed = { timeout: 60_000 }
  const put = (dialog: Locator, name: string, bytes: Uint8Array | string) =>
    dialog.locator('input[type=file]').setInputFiles({ name, mimeType: 'application/pdf', buffer: Buffer.from(bytes) })

  test('at upload the dialog shows the document’s type and how it will be signed, or why it cannot be', async ({ browser }) => {
    const page = await openAs(browser, portal, administrator.email, contracts)
    await page.getByRole('button', { name: 'Add Contract', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Upload/Assign Contract' })
    await put(dialog, 'ouvert.pdf', letter())
    await expect(dialog).toContainText('The PDF itself is sealed: a certificate page is added at its end.')
    await put(dialog, 'formulaire.pdf', formWithoutPictures())
    await expect(dialog).toContainText('Its form fields keep what they hold and can no longer be filled in once it is sealed.')
    const exact = 'A certificate PDF is sealed that carries the exact file.'
    await put(dialog, 'xfa.pdf', xfaForm())
    await expect(dialog).toContainText('It holds an XFA form')
    await expect(dialog).toContainText(exact)
    await put(dialog, 'protege.pdf', readFileSync('test/samples/letter-restricted.pdf'))
    await expect(dialog).toContainText('Its author has restricted changes to it.')
    await dialog.locator('input[type=file]').setInputFiles('test/samples/letter.docx')
    await expect(dialog).toContainText('It is a Word document')
    await expect(dialog).toContainText(exact)

    await put(dialog, 'ferme.pdf', readFileSync('test/samples/letter-locked.pdf'))
    const locked = 'This PDF opens with a password only'
    await toast(page, 'Upload failed', locked)
    await expect(dialog.getByText(locked)).toBeVisible()
    await expect(dialog).not.toContainText(exact)
    await put(dialog, 'faux.pdf', 'MZ not a PDF')
    await toast(page, 'Upload failed', 'Invalid file type. Only PDF and Word documents are allowed.')
    const undo = await refuse(page, '**/api/uploads?*')
    await put(dialog, 'refus.pdf', letter())
    await toast(page, 'Upload failed', reason)
    await undo()
    await dialog.getByRole('tab', { name: 'External link' }).click()
    await expect(dialog).toContainText('The portal does not hold the content: the certificate says so.')

    await dialog.getByRole('tab', { name: 'File' }).click()
    await put(dialog, 'contrat.pdf', letter())
    await expect(dialog).toContainText('PDF, 2 pages')
    await choose(page, dialog, 'Partner', lea.fullName)
    await dialog.getByLabel('Title').fill('Contrat Chevalier')
    await dialog.getByRole('button', { name: 'Assign contract' }).click()
    await toast(page, 'Contract uploaded', 'Contract successfully assigned to partner')
  })

  test('each contract shows its stage; declined and signed ones are in the inbox and in the filter', async ({ browser }) => {
    const page = await openAs(browser, portal, administrator.email, contracts)
    const leas = page.getByRole('row', { name: new RegExp(lea.fullName) })
    await expect(leas).toContainText('Assigned')
    await signByApi(browser, portal, lea.email, { name: lea.fullName })
    await signByApi(browser, portal, olivier.email, { name: olivier.fullName })
    await signByApi(browser, portal, antoine.email, { reason: 'Le taux n’est pas celui convenu.' })
    await expect(leas.getByRole('button', { name: 'Countersign' })).toBeVisible()
    const declined = page
      .getByRole('region', { name: 'Pending Signature' })
      .getByRole('row', { name: new RegExp(antoine.fullName) })
    await expect(declined).toContainText('Declined')
    await expect(declined).toContainText('“Le taux n’est pas celui convenu.”')
    await visit(page, '/dashboard')
    await page.getByRole('link', { name: `${antoine.fullName} has declined a contract` }).click()
    await expect(page.getByRole('region', { name: 'Pending Signature' }).getByRole('row')).toHaveCount(2)
    await expect(page.getByRole('heading', { name: 'Signed Contracts' })).toHaveCount(0)
    await visit(page, '/dashboard')
    await page.getByRole('link', { name: /2\s*contracts to countersign/ }).click()
    await expect(page.getByRole('region', { name: 'Signed Contracts' }).getByRole('row')).toHaveCount(3)
  })

  test('counter-signing several: listed first, signed one by one, failures are reported and can be retried', async ({
    browser,
  }) => {
    const page = await openAs(browser, portal, administrator.email, `${contracts}?stage=signed`)
    await page.getByRole('checkbox', { name: 'Choose all that wait for a countersignature' }).check()
    const bar = page.getByRole('region', { name: 'Chosen contracts' })
    await expect(bar).toContainText('2 contracts chosen')
    await bar.getByRole('button', { name: 'Countersign 2 contracts' }).click()
    const dialog = page.getByRole('dialog', { name: 'Countersign' })
    for (const { fullName } of [lea, olivier])
      await expect(dialog.getByRole('listitem').filter({ hasText: fullName })).toBeVisible()
    const { items } = await (await page.request.get('/api/contracts?stage=signed')).json()
    const leas = (items as { id: string; partner: { name: string } }[]).find(({ partner }) => partner.name === lea.fullName)
    const undo = await refuse(page, `**/api/contracts/${leas?.id}/countersign`)
    const sendCode = dialog.getByRole('button', { name: 'Send me the code' })
    await sendCode.click()
    await expect(dialog.getByText('Please tick the box to give your agreement')).toBeVisible()
    await dialog.getByRole('checkbox', { name: /je consens à les signer électroniquement/ }).check()
    await sendCode.click()
    const codeField = dialog.getByRole('textbox', { name: 'Code received by email' })
    await expect(codeField).toBeFocused()
    const code = await codeMailedTo(portal, administrator.email)
    await codeField.fill(code === '123456' ? '654321' : '123456')
    await dialog.getByRole('button', { name: 'Countersign 2 contracts' }).click()
    await expect(dialog.getByText('This is not the right code. You have 4 tries left.')).toBeVisible()
    await codeField.fill(code)
    await dialog.getByRole('button', { name: 'Countersign 2 contracts' }).click()
    await expect(dialog).toContainText('1 contract countersigned, 1 contract failed and can be tried again.', whenSealed)
    await expect(dialog.getByRole('listitem').filter({ hasText: lea.fullName })).toContainText(reason)
    await undo()
    await dialog.getByRole('button', { name: 'Close' }).last().click()
    const row = page.getByRole('row', { name: new RegExp(lea.fullName) })
    await expect(page.getByRole('row', { name: new RegExp(olivier.fullName) })).toHaveCount(0)
    await row.getByRole('button', { name: 'Countersign' }).click()
    await dialog.getByRole('checkbox').check()
    await sendCode.click()
    await codeField.fill(await codeMailedTo(portal, administrator.email, code))
    await dialog.getByRole('button', { name: 'Countersign' }).click()
    await expect(dialog).toContainText('1 contract countersigned.', whenSealed)
    await dialog.getByRole('button', { name: 'Close' }).last().click()
    await expect(page.getByText('No result for these filters')).toBeVisible()
  })

  test('a contract’s evidence shows every step and signature, with files that PDF readers accept', async ({ browser }, info) => {
    const page = await openAs(browser, portal, administrator.email, `${contracts}?stage=countersigned`)
    const open = page.getByRole('row', { name: new RegExp(lea.fullName) }).getByRole('button', { name: 'Signing record' })
    await open.click()
    await expect(page).toHaveURL(/contract=[0-9a-f-]{36}/)
    const drawer = page.getByRole('dialog', { name: 'Contrat Chevalier' })
    await expect(drawer.getByRole('list', { name: 'Steps of this contract' }).getByRole('listitem')).toHaveText([
      /Assigned.*Hélène Marchand/,
      /Signing page opened.*Léa Chevalier/,
      /Document opened.*Léa Chevalier/,
      /Code sent by email.*Léa Chevalier/,
      /Signed electronically.*Léa Chevalier/,
      /Code for the countersignature.*Hélène Marchand/,
      /Code for the countersignature.*Hélène Marchand/,
      /Countersigned for the provider.*Hélène Marchand/,
    ])
    const signed = drawer.getByRole('region', { name: 'Partner: Léa Chevalier' })
    for (const fact of [lea.email, 'Code checked', 'IP address', 'Browser', 'J’ai lu ce document en entier', 'PAdES B-B']) {
      await expect(signed).toContainText(fact)
    }
    await expect(signed.getByRole('link', { name: /^[0-9A-Z]{4}(-[0-9A-Z]{4}){3}$/ })).toHaveAttribute(
      'href',
      /^\/verify\?reference=/,
    )
    await expect(drawer.getByRole('region', { name: 'Provider: Hélène Marchand' })).toContainText(administrator.email)
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await signed.getByRole('button', { name: 'Copy: SHA-256 fingerprint of the sealed file' }).click()
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toMatch(/^[0-9a-f]{64}$/)

    const saved = async (act: Promise<void>, name: string) => {
      const [download] = await Promise.all([page.waitForEvent('download'), act])
      const path = info.outputPath(name)
      await download.saveAs(path)
      return path
    }
    const sealed = await saved(drawer.getByRole('link', { name: 'Sealed file' }).click(), 'sealed.pdf')
    if (!missingTools.includes('pdfsig')) {
      const report = execFileSync('pdfsig', ['-nocert', sealed], { encoding: 'utf8' })
      expect(report.match(/Signature is Valid/g)).toHaveLength(2)
    }
    const original = await saved(drawer.getByRole('link', { name: 'Original document' }).click(), 'original.pdf')
    expect(readFileSync(original)).toEqual(Buffer.from(letter()))
    const evidence = await saved(drawer.getByRole('button', { name: 'Signing record (JSON)' }).click(), 'evidence.json')
    expect(JSON.parse(readFileSync(evidence, 'utf8')).signatures).toHaveLength(2)

    await page.goBack()
    await expect(drawer).toHaveCount(0)
    await expect(open).toBeFocused()
    await page.goto(`${contracts}?contract=01900000-0000-7000-8000-000000000000`)
    await expect(page.getByText('This contract is no longer there')).toBeVisible()
  })

  test('a revoked contract keeps its evidence and is validated by hand, with a scan', async ({ browser }, info) => {
    const page = await openAs(browser, portal, administrator.email, contracts)
    const row = page.getByRole('row', { name: new RegExp(lea.fullName) })
    await row.getByRole('button', { name: 'Revoke' }).click()
    const question = page.getByRole('dialog', { name: 'Revoke' })
    await expect(question).toContainText('are locked at once')
    await expect(question).toContainText('is kept, marked as revoked')
    await question.getByLabel('Reason').fill('Signed with the wrong annex')
    await question.getByRole('button', { name: 'Revoke' }).click()
    await toast(page, 'Contract revoked', 'is pending again')
    await expect(row.getByRole('button', { name: 'Validate' })).toBeVisible()
    await expect(row.getByRole('button', { name: 'Delete' })).toHaveCount(0)

    await row.getByRole('button', { name: 'Validate' }).click()
    const byHand = page.getByRole('dialog', { name: 'Validate by hand' })
    await expect(byHand).toContainText('recorded as validated by hand by you, without seal')
    await byHand.getByRole('button', { name: 'Validate' }).click()
    await toast(page, 'Contract validated', 'is marked as signed')
    const scan = page.getByRole('dialog', { name: 'Scan of the signed paper' })
    await expect(scan).toBeVisible()
    await scan.locator('input[type=file]').setInputFiles('test/samples/letter.docx')
    await scan.getByRole('button', { name: 'Keep the scan' }).click()
    await toast(page, 'Upload failed', 'Invalid file type. Only PDF, JPEG and PNG scans are allowed.')
    await scan.locator('input[type=file]').setInputFiles('test/samples/picture.png')
    await scan.getByRole('button', { name: 'Keep the scan' }).click()
    await toast(page, 'Scan added')
    await expect(row).toContainText('Validated by hand')

    await row.getByRole('button', { name: 'Signing record' }).click()
    const drawer = page.getByRole('dialog', { name: 'Contrat Chevalier' })
    await expect(drawer.getByText('Revoked', { exact: true }).first()).toBeVisible()
    await expect(drawer.getByRole('list', { name: 'Steps of this contract' }).getByRole('listitem').last()).toContainText(
      'Validated by hand, without seal',
    )
    await expect(drawer.getByRole('link', { name: 'Sealed file' })).toHaveCount(0)
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      drawer.getByRole('link', { name: 'Scan', exact: true }).click(),
    ])
    const path = info.outputPath('scan')
    await download.saveAs(path)
    expect(readFileSync(path)).toEqual(readFileSync('test/samples/picture.png'))
  })

  test('an expiring certificate is reported on the page', async ({ browser }) => {
    const page = await openAs(browser, portal, administrator.email, '/dashboard')
    const detail = 'The certificate of the electronic seal ends on 2031-03-05, in less than 30 days: set a new P12 file.'
    await answer(page, '**/api/signing/health', { json: { ok: true, detail } })
    await visit(page, contracts)
    await expect(page.getByRole('status').filter({ hasText: detail })).toBeVisible()
  })

  test('drawer and dialogs fit a phone of 360 pixels', async ({ browser }) => {
    const page = await openAs(browser, portal, administrator.email, contracts, { viewport: { width: 360, height: 900 } })
    const dialog = page.getByRole('dialog')
    const row = page.getByRole('row', { name: new RegExp(olivier.fullName) })
    await expect(row).toBeVisible()
    await expectNoOverflow(page, 'contracts')
    await row.getByRole('button', { name: 'Signing record' }).click()
    await expect(dialog.getByText('SHA-256 fingerprint of the seal’s certificate').first()).toBeVisible()
    await expectNoOverflow(page, 'evidence')
    await dialog.getByRole('button', { name: 'Revoke' }).click()
    await expect(page.getByRole('dialog', { name: 'Revoke' })).toBeVisible()
    await expectNoOverflow(page, 'revoke')
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog', { name: 'Revoke' })).toHaveCount(0)
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
    await page.getByRole('button', { name: 'Add Contract', exact: true }).click()
    await put(dialog, 'formulaire.pdf', xfaForm())
    await expect(dialog).toContainText('It holds an XFA form')
    await expectNoOverflow(page, 'assign')
  })
})
