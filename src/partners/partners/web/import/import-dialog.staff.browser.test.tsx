import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { pagePaths } from '#access/domain/page-paths.ts'
import { templateRoutes } from '#contracts/templates/api.ts'
import { answer } from '#test/components/api.ts'
import { answerStaffLists } from '#test/components/empty-portal.ts'
import { openPortal } from '#test/components/open-portal.tsx'
import { staff } from '#test/components/people.ts'
import { partnerImportRoutes } from '../../api/import.ts'
import { partnerRoutes } from '../../api/partners.ts'

/** Opens the import of invitations and chooses a file with these lines. */
async function choose(...lines: string[]) {
  answerStaffLists()
  answer(partnerRoutes.listPartners, { items: [], nextCursor: null })
  answer(templateRoutes.listTemplates, { templates: [] })
  await openPortal(pagePaths.partners, { as: staff })
  await page.getByRole('button', { name: 'Import', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Invite partners from a file' })
  await userEvent.upload(dialog.getByLabelText('CSV file'), new File([lines.join('\r\n')], 'partners.csv', { type: 'text/csv' }))
  return dialog
}

test('first and last name are joined where the columns are chosen, and columns left aside are named', async () => {
  const sent = answer(partnerImportRoutes.checkInvitations, { rows: [] })
  const dialog = await choose('Prénom;Nom;Email;Ville', 'Élise;Forêt;elise@noel.example;Nantes')
  await expect.element(dialog.getByLabelText('Nom complet')).toHaveDisplayValue('Prénom + Nom')
  await expect.element(dialog).toMatchTextContent('e.g. Élise Forêt')
  await expect.element(dialog).toMatchTextContent('Columns left aside: Ville.')
  await dialog.getByRole('button', { name: 'Check' }).click()
  await expect.poll(() => sent).toMatchObject([{ body: { rows: [{ fullName: 'Élise Forêt', email: 'elise@noel.example' }] } }])
})

test('quotation marks that do not close hide no rows', async () => {
  const dialog = await choose(
    'Nom;Email',
    'Paul Roux;paul@roux.example',
    '"Élise Forêt;elise@noel.example',
    'Anne;anne@a.example',
  )
  await expect.element(dialog).toMatchTextContent('Row 3 has quotation marks that do not close: correct the file.')
})
