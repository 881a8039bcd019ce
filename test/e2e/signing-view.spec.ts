import { expect } from '@playwright/test'
import type { SigningSheet } from '#contracts/contracts/api/signing.ts'
import { contractOf } from '../samples/pdf/numbered-pages.ts'
import { answer, change, refuse } from './network.ts'
import { test } from './portal-fixture.ts'
import { assign, bothSides, codeField, giveConsent, openSigning, takeCode } from './signing-steps.ts'
import { toast } from './steps.ts'

const title = 'Contrat de partenariat 2026'
const levy = { fullName: 'Anne Lévy', email: 'anne.levy@exemple.fr' }
const blanc = { fullName: 'Paul Blanc', email: 'paul@exemple.fr' }

test('every refusal while signing is reported, and no input is lost', async ({ browser, emptyWorld: portal }) => {
  const { staff, marie } = await bothSides(browser, portal, levy)
  await assign(staff, levy, title, 'Main contract', contractOf(1))
  await marie.goto('/dashboard/contract')
  const view = await openSigning(marie, title)
  await view.getByLabel('Votre nom').fill('Anne Lévy-Strauss')
  await giveConsent(view)
  const code = await takeCode(view, portal, levy)
  for (const [refusal, status, words] of [
    ['signing_code_expired', 410, 'Ce code n’est plus valable'],
    ['seal_failed', 503, 'Le document n’a pas pu être scellé'],
    ['document_changed', 409, 'Le document a changé depuis que vous l’avez ouvert'],
    ['contract_replaced', 409, 'Ce contrat a été remplacé par un autre'],
    ['not_found', 404, 'Ce contrat n’existe plus'],
  ] as const) {
    const undo = await refuse(marie, '**/sign', { status, code: refusal })
    await codeField(view).fill(code)
    await codeField(view).press('Enter')
    await expect(view.getByText(words)).toBeVisible()
    await expect(view.getByLabel('Votre nom')).toHaveValue('Anne Lévy-Strauss')
    await expect(view.getByRole('checkbox')).toBeChecked()
    await undo()
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
  const expectWords = async (part: (sheet: SigningSheet) => Partial<SigningSheet>, words: string[], file?: Buffer) => {
    // What is still read again of the view before would take the place of what is changed here.
    await marie.goto('/dashboard/contract')
    const asChanged = (sheet: SigningSheet) => ({ ...sheet, ...part(sheet) })
    const undos = [await change<SigningSheet>(marie, '**/signing', asChanged, 'POST')]
    if (file) undos.push(await answer(marie, '**/file?*inline=1*', { body: file, contentType: 'application/pdf' }))
    await marie.getByRole('button', { name: 'Sign Contract Electronically' }).click()
    for (const each of words) await expect(view).toContainText(each)
    await marie.keyboard.press('Escape')
    await expect(view).toBeHidden()
    for (const undo of undos) await undo()
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
