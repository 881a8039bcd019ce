import { expect } from '@playwright/test'
import type { SigningSheet } from '#api/signing.ts'
import { contractOf } from '../samples/pdf/numbered-pages.ts'
import { test } from './portal-fixture.ts'
import { assign, bothSides } from './signing-steps.ts'

const title = 'Contrat de partenariat 2026'

test('what the page cannot show says so, and how it is read', async ({ browser, portal }) => {
  const { staff, marie } = await bothSides(browser, portal)
  await assign(staff, title, 'Main contract', contractOf(1))
  await marie.goto('/dashboard/contract')
  const view = marie.getByRole('dialog', { name: title })
  const shown = async (change: (sheet: SigningSheet) => Partial<SigningSheet>, words: string[], file?: Buffer) => {
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
  await shown((sheet) => sheet, [changed], contractOf(2))
  await shown(() => ({ documentSha256: null }), ['Ce PDF est endommagé', 'Télécharger'], Buffer.from('%PDF-1.7 and nothing else'))
  await shown(
    ({ contract }) => ({ contract: { ...contract, remarks: ['already_signed'] }, route: 'B' }),
    ['Ce PDF porte déjà une signature', 'un certificat PDF qui contient ce fichier, inchangé'],
  )
  await shown(
    ({ contract }) => ({
      contract: { ...contract, document: contract.document && { ...contract.document, fileName: 'contrat.docx' } },
      route: 'B',
      pdfUrl: null,
    }),
    ['contrat.docx', 'un certificat PDF qui contient ce fichier Word, inchangé, et son empreinte SHA-256'],
  )
  const link = { kind: 'link', url: 'https://exemple.fr/contrat', fileName: null, mime: null, size: null } as const
  await shown(
    ({ contract }) => ({ contract: { ...contract, document: link }, route: 'link', pdfUrl: null, documentSha256: null }),
    [link.url, 'Son contenu n’est pas détenu par le portail'],
  )
})
