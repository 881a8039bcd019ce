import { expect } from '@playwright/test'
import type { SigningSheet } from '#contracts/signing/api/signing.ts'
import { contractOf } from '../samples/pdf/numbered-pages.ts'
import { findingsInBothThemes } from './axe.ts'
import { test } from './portal-fixture.ts'
import { assign, bothSides, codeField, openSigning, tab, takeCode } from './signing-steps.ts'
import { expectNoOverflow, toast } from './steps.ts'

const title = 'Contrat de partenariat 2026'
const phone = { width: 360, height: 740 }
const roux = { fullName: 'Zoé Roux', email: 'zoe@exemple.fr' }
const levy = { fullName: 'Anne Lévy', email: 'anne.levy@exemple.fr' }
const blanc = { fullName: 'Paul Blanc', email: 'paul@exemple.fr' }

test('the signing view and the file check pass axe, light and dark', async ({ browser, emptyWorld: portal }) => {
  const { staff, marie } = await bothSides(browser, portal, roux)
  await assign(staff, roux, title, 'Main contract', contractOf(3))
  const storageState = await marie.context().storageState()
  for (const viewport of [phone, { width: 1440, height: 900 }]) {
    const { page } = await tab(browser, portal, { storageState, viewport })
    const look = async (what: string) => {
      expect([what, viewport.width, await findingsInBothThemes(page)]).toEqual([what, viewport.width, []])
    }
    await page.goto('/dashboard/contract')
    await expect(page.getByRole('button', { name: 'Sign Contract Electronically' })).toBeVisible()
    await look('contract')
    const view = await openSigning(page, title)
    await look('reader')
    await view.getByRole('button', { name: 'Recevoir le code' }).click()
    await view.getByText('Dessiner', { exact: true }).click()
    await look('drawing')
    await view.getByRole('button', { name: 'Refuser de signer' }).click()
    await expect(page.getByRole('dialog', { name: 'Refuser de signer' })).toBeVisible()
    await look('declining')
    await page.goto('/verify?reference=0000-0000-0000-0000')
    await expect(page.getByRole('status', { name: 'Résultat' })).toContainText('Référence inconnue')
    await look('verify')
    await expectNoOverflow(page)
  }
})

test('every refusal while signing is reported, and no input is lost', async ({ browser, emptyWorld: portal }) => {
  const { staff, marie } = await bothSides(browser, portal, levy)
  await assign(staff, levy, title, 'Main contract', contractOf(1))
  await marie.goto('/dashboard/contract')
  const view = await openSigning(marie, title)
  await view.getByLabel('Votre nom').fill('Anne Lévy-Strauss')
  await view.getByRole('checkbox').check()
  const code = await takeCode(view, portal, levy)
  for (const [refusal, status, words] of [
    ['signing_code_expired', 410, 'Ce code n’est plus valable'],
    ['seal_failed', 503, 'Le document n’a pas pu être scellé'],
    ['document_changed', 409, 'Le document a changé depuis que vous l’avez ouvert'],
    ['contract_replaced', 409, 'Ce contrat a été remplacé par un autre'],
    ['not_found', 404, 'Ce contrat n’existe plus'],
  ] as const) {
    await marie.route('**/sign', (route) => {
      const problem = {
        type: 'about:blank',
        title: refusal,
        status,
        code: refusal,
        detail: refusal,
        requestId: '1',
        facts: {},
        fields: [],
      }
      return route.fulfill({ status, contentType: 'application/problem+json', body: JSON.stringify(problem) })
    })
    await codeField(view).fill(code)
    await codeField(view).press('Enter')
    await expect(view.getByText(words)).toBeVisible()
    await expect(view.getByLabel('Votre nom')).toHaveValue('Anne Lévy-Strauss')
    await expect(view.getByRole('checkbox')).toBeChecked()
    await marie.unroute('**/sign')
  }
  await codeField(view).fill(code)
  await codeField(view).press('Enter')
  await toast(marie, 'Contrat signé')
})

test('unsupported documents say so, and how to read them', async ({ browser, emptyWorld: portal }) => {
  const { staff, marie } = await bothSides(browser, portal, blanc)
  await assign(staff, blanc, title, 'Main contract', contractOf(1))
  await marie.goto('/dashboard/contract')
  const view = marie.getByRole('dialog', { name: title })
  const expectWords = async (change: (sheet: SigningSheet) => Partial<SigningSheet>, words: string[], file?: Buffer) => {
    await marie.route('**/signing', async (route) => {
      const response = await route.fetch()
      const sheet = (await response.json()) as SigningSheet
      await route.fulfill({ response, json: { ...sheet, ...change(sheet) } })
    })
    if (file) await marie.route('**/file?*inline=1*', (route) => route.fulfill({ body: file, contentType: 'application/pdf' }))
    await marie.getByRole('button', { name: 'Sign Contract Electronically' }).click()
    for (const each of words) await expect(view).toContainText(each)
    await marie.keyboard.press('Escape')
    await expect(view).toBeHidden()
    await marie.unrouteAll({ behavior: 'wait' })
  }
  const changed = 'Ce fichier n’est pas celui qui serait signé'
  await expectWords((sheet) => sheet, [changed], contractOf(2))
  await expectWords(
    () => ({ documentSha256: null }),
    ['Ce PDF est endommagé', 'Télécharger'],
    Buffer.from('%PDF-1.7 and nothing else'),
  )
  await expectWords(
    ({ contract }) => ({ contract: { ...contract, remarks: ['already_signed'] }, route: 'B' }),
    ['Ce PDF porte déjà une signature', 'un certificat PDF qui contient ce fichier, inchangé'],
  )
  await expectWords(
    ({ contract }) => ({
      contract: { ...contract, document: contract.document && { ...contract.document, fileName: 'contrat.docx' } },
      route: 'B',
      pdfUrl: null,
    }),
    ['contrat.docx', 'un certificat PDF qui contient ce fichier Word, inchangé, et son empreinte SHA-256'],
  )
  const link = { kind: 'link', url: 'https://exemple.fr/contrat', fileName: null, mime: null, size: null } as const
  await expectWords(
    ({ contract }) => ({ contract: { ...contract, document: link }, route: 'link', pdfUrl: null, documentSha256: null }),
    [link.url, 'Son contenu n’est pas détenu par le portail'],
  )
})
