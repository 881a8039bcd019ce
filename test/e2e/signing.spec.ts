import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, type Locator } from '@playwright/test'
import { missingTools } from '../samples/pdf/external-tools.ts'
import { contractOf } from '../samples/pdf/numbered-pages.ts'
import { goOffline } from './network.ts'
import { test } from './portal-fixture.ts'
import { assign, bothSides, codeField, giveConsent, openSigning, scrollThrough, tab, takeCode } from './signing-steps.ts'
import { expectNoOverflow, toast } from './steps.ts'

const title = 'Contrat de partenariat 2026'
const phone = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 }
const dupont = { fullName: 'Marie Dupont', email: 'marie@exemple.fr' }
const petit = { fullName: 'Lucie Petit', email: 'lucie@exemple.fr' }

/** Downloads the signed file. Returns it with the verdict of external tools. */
async function signedFile(link: Locator) {
  const page = link.page()
  const [download] = await Promise.all([page.waitForEvent('download'), link.click()])
  const folder = mkdtempSync(join(tmpdir(), 'passerelle-signed-'))
  const path = join(folder, 'signed.pdf')
  await download.saveAs(path)
  const seals = missingTools.includes('pdfsig') ? '' : execFileSync('pdfsig', ['-nocert', path], { encoding: 'utf8' })
  return { folder, path, bytes: readFileSync(path), seals, remove: () => rmSync(folder, { recursive: true }) }
}

test('from an upload to a verified download', async ({ browser, emptyWorld: portal }) => {
  const original = contractOf(5)
  const { staff, marie, errorTexts } = await bothSides(browser, portal, dupont)
  await assign(staff, dupont, title, 'Main contract', original)
  await marie.goto('/dashboard/contract')
  const agreement = marie.getByRole('region', { name: 'Partnership Agreement' })
  await expect(agreement).toContainText('Pending Signature')
  const view = await openSigning(marie, title)

  await test.step('the document is read page by page, zoomed, and the back button closes it', async () => {
    await expect(marie).toHaveURL(/\?sign=/)
    await expect(view.getByText('Page 1 sur 5')).toBeVisible()
    await expect(view.getByRole('article', { name: 'Page 1 sur 5' }).locator('canvas')).toBeVisible()
    await expect(view.getByRole('article', { name: 'Page 5 sur 5' }).locator('canvas')).toHaveCount(0)
    await view.getByRole('button', { name: 'Page suivante' }).click()
    await expect(view.getByText('Page 2 sur 5')).toBeVisible()
    const width = async () => (await view.getByRole('article', { name: 'Page 2 sur 5' }).boundingBox())?.width ?? 0
    const before = await width()
    await view.getByRole('button', { name: 'Agrandir' }).click()
    await expect.poll(width).toBeGreaterThan(before * 1.2)
    await view.getByRole('button', { name: 'Réduire' }).click()
    await view.getByRole('button', { name: 'Page précédente' }).click()
    await expect(view.getByText('Page 1 sur 5')).toBeVisible()
    const scroller = view.getByRole('region', { name: 'Document et signature' })
    await expect(view.getByRole('article', { name: 'Page 2 sur 5' }).locator('canvas')).toBeVisible()
    await scrollThrough(scroller, view.getByRole('article', { name: 'Page 2 sur 5' }))
    await marie.goBack()
    await expect(view).toBeHidden()
    await expect(marie).toHaveURL(/\/dashboard\/contract$/)
    await openSigning(marie, title)
  })

  await test.step('nothing is sent before the consent, and a wrong code keeps the input', async () => {
    await expect(view.getByRole('checkbox')).not.toBeChecked()
    await expect(view.getByLabel('Votre nom')).toHaveValue(dupont.fullName)
    await view.getByRole('button', { name: 'Recevoir le code' }).click()
    await expect(view.getByText('Veuillez cocher la case pour donner votre accord')).toBeVisible()
    await expect(view.getByRole('checkbox')).toBeDisabled()
    await expect(view.getByText('Vous pourrez cocher cette case une fois la fin du document affichée.')).toBeVisible()
    await expect(view.getByRole('button', { name: 'Aller à la fin du document' })).toBeFocused()
    await marie.keyboard.press('Enter')
    await expect(view.getByRole('checkbox')).toBeFocused()
    await marie.keyboard.press('Space')
    const code = await takeCode(view, portal, dupont)
    await expect(view.getByText(/Valable encore (10:00|9:\d\d) · 5 essais/)).toBeVisible()
    await expect(view.getByRole('button', { name: /Renvoyer dans \d+ s/ })).toBeDisabled()
    await codeField(view).fill(code === '123456' ? '654321' : '123456')
    await view.getByRole('button', { name: 'Signer', exact: true }).last().click()
    await expect(view.getByText('Ce code n’est pas le bon. Il vous reste 4 essais.')).toBeVisible()
    await expect(view.getByRole('checkbox')).toBeChecked()
    await codeField(view).pressSequentially(`${code.slice(0, 3)} ${code.slice(3)}`)
    await expect(codeField(view)).toHaveValue(code)
  })

  await test.step('signing seals the document, unlocks the partner and offers the sealed file', async () => {
    await view.getByRole('button', { name: 'Signer', exact: true }).last().click()
    await toast(marie, 'Contrat signé')
    await expect(view).toBeHidden()
    await expect(agreement).toContainText('Signed')
    await expect(marie.getByRole('link', { name: 'Leads' })).toBeVisible()
  })

  await test.step('the download begins with the original and its seal is valid; a changed copy is invalid', async () => {
    const file = await signedFile(agreement.getByRole('link', { name: 'Download Contract (PDF)' }))
    expect(file.bytes.subarray(0, original.length).equals(original)).toBe(true)
    if (file.seals) expect(file.seals).toContain('Signature is Valid')
    const anybody = await tab(browser, portal)
    await anybody.page.goto('/')
    await anybody.page.getByRole('link', { name: 'Vérifier un document signé' }).click()
    const drop = anybody.page.locator('input[type=file]')
    const verdict = anybody.page.getByRole('status', { name: 'Résultat' })
    await drop.setInputFiles(file.path)
    await expect(verdict).toContainText('Authentique et inchangé')
    await expect(verdict).toContainText(`Signé par${dupont.fullName}`)
    const shape = /(?:[0-9A-Z]{4}-){3}[0-9A-Z]{4}/
    await expect(verdict).toContainText(shape)
    const reference = shape.exec((await verdict.textContent()) ?? '')?.[0] ?? ''
    const changed = Buffer.from(file.bytes)
    changed[original.length - 40] = (changed[original.length - 40] ?? 0) ^ 1
    const changedPath = join(file.folder, 'changed.pdf')
    writeFileSync(changedPath, changed)
    await drop.setInputFiles(changedPath)
    await expect(verdict).toContainText(
      `Ce fichier porte la référence ${reference}, mais ce n’est pas le fichier scellé : il a été modifié.`,
    )
    const originalPath = join(file.folder, 'original.pdf')
    writeFileSync(originalPath, original)
    await anybody.page.goto(`/verify?reference=${reference}`)
    await expect(verdict).toContainText('Référence connue')
    await drop.setInputFiles(originalPath)
    await expect(verdict).toContainText('Document d’origine, sans le cachet')
    await anybody.page.goto('/verify?reference=0123-4567-89AB-CDEF')
    await expect(verdict).toContainText('Référence inconnue')
    await drop.setInputFiles(file.path)
    await expect(verdict).toContainText('Ce n’est pas le document de cette référence')
    await expect(verdict).toContainText(`ce fichier porte la référence ${reference}`)
    expect(anybody.errorTexts).toEqual([])
    await anybody.page.goto(`/verify?reference=${reference}`)
    await expect(verdict).toContainText('Référence connue')
    await anybody.page.waitForLoadState('networkidle')
    await goOffline(anybody.page)
    await drop.setInputFiles(file.path)
    await expect(verdict).toContainText('Cachet intact, portail non interrogé')
    for (const each of ['Couvre le fichier entier', 'Certificat émis par l’autorité de ce portail', 'il n’a pas pu dire']) {
      await expect(verdict).toContainText(each)
    }
    await drop.setInputFiles(changedPath)
    await expect(verdict).toContainText('Le cachet ne correspond pas à ce fichier')
    file.remove()
  })

  await test.step('the partner finds reference, counter-signature, every sealed version and the displayed pages', async () => {
    await expect(agreement).toContainText('Votre prestataire doit encore contresigner. Votre signature compte déjà.')
    await expect(agreement.getByRole('link', { name: 'Vérifier ce document' })).toHaveAttribute('href', /^\/verify\?reference=/)
    await agreement.getByText('Versions scellées').click()
    await expect(agreement.getByRole('link', { name: /^Signé par vous le/ })).toBeVisible()
    const { items } = await (await marie.request.get('/api/contracts')).json()
    const { steps } = await (await staff.request.get(`/api/contracts/${items[0].id}/evidence`)).json()
    const opened = (steps as { name: string; pages: unknown }[]).find(({ name }) => name === 'contract.document_opened')
    expect(opened?.pages).toEqual({ shown: [1, 2], of: 5 })
  })

  await test.step('an amendment names the contract it amends, and is signed with a drawn name', async () => {
    await assign(staff, dupont, 'Avenant Silver', 'Amendment', contractOf(1))
    const again = await openSigning(marie, 'Avenant Silver', /Sign Amendment/)
    await expect(again.getByText(title)).toBeVisible()
    await again.getByText('Dessiner', { exact: true }).click()
    const pad = again.getByRole('img', { name: 'Zone où dessiner votre signature' })
    await giveConsent(again)
    await again.getByRole('button', { name: 'Recevoir le code' }).click()
    await expect(again.getByText('Veuillez dessiner votre signature')).toBeVisible()
    const box = await pad.boundingBox()
    if (!box) throw new Error('no pad')
    await marie.mouse.move(box.x + 40, box.y + 60)
    await marie.mouse.down()
    for (let step = 1; step <= 20; step += 1) await marie.mouse.move(box.x + 40 + step * 10, box.y + 60 + 25 * Math.sin(step))
    await marie.mouse.up()
    const code = await takeCode(again, portal, dupont, 1)
    await codeField(again).fill(code)
    await codeField(again).press('Enter')
    await toast(marie, 'Contrat signé', 'Avenant Silver')
    await expect(marie.getByRole('region', { name: 'Avenants' })).toContainText('Signed')
  })
  expect(errorTexts.filter((text) => !/403|429/.test(text))).toEqual([])
})

test('on a phone: declined with a reason, then signed', async ({ browser, emptyWorld: portal }) => {
  const { staff, marie, errorTexts } = await bothSides(browser, portal, petit, phone)
  await assign(staff, petit, title, 'Main contract', contractOf(3))
  await marie.goto('/dashboard/contract')
  const view = await openSigning(marie, title)
  const card = marie.getByRole('region', { name: 'Partnership Agreement' })

  await test.step('the page fits the screen and the panel is one tap away', async () => {
    const edges = async () => {
      const box = await view.getByRole('article', { name: 'Page 1 sur 3' }).boundingBox()
      return box && [box.x >= 0, box.x + box.width <= 360]
    }
    await expect.poll(edges).toEqual([true, true])
    await view.getByRole('button', { name: 'Signer', exact: true }).first().tap()
    await expect(view.getByLabel('Votre nom')).toBeInViewport()
    await expectNoOverflow(marie)
  })

  await test.step('declining asks for a reason, which the card then shows', async () => {
    await view.getByRole('button', { name: 'Refuser de signer' }).tap()
    const dialog = marie.getByRole('dialog', { name: 'Refuser de signer' })
    await dialog.getByRole('button', { name: 'Confirmer le refus' }).tap()
    await toast(marie, 'Erreur de validation', 'Veuillez indiquer le motif')
    await dialog.getByLabel('Motif').fill('L’article 3.2 ne correspond pas à notre échange.')
    await dialog.getByRole('button', { name: 'Confirmer le refus' }).tap()
    await toast(marie, 'Refus enregistré')
    await expect(card).toContainText(/Refusé le \d\d\/\d\d\/\d{4}. Vous pouvez encore le signer./)
    await expect(card).toContainText('L’article 3.2 ne correspond pas à notre échange.')
  })

  await test.step('it can still be signed', async () => {
    await openSigning(marie, title)
    await giveConsent(view)
    const code = await takeCode(view, portal, petit)
    await codeField(view).fill(code)
    await view.getByRole('button', { name: 'Signer', exact: true }).last().tap()
    await toast(marie, 'Contrat signé')
    await expect(card).toContainText('Signed')
    const file = await signedFile(card.getByRole('link', { name: 'Download Contract (PDF)' }))
    if (file.seals) expect(file.seals).toContain('Signature is Valid')
    file.remove()
  })
  expect(errorTexts).toEqual([])
})
