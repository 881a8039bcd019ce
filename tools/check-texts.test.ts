import { expect, it } from 'vitest'
import { forgottenTexts } from './check-texts.ts'

it.each([
  ['in a page', '<p>Nothing was saved.</p>', 'Nothing was saved.'],
  ['in a title', '<button title="Close the list" />', 'Close the list'],
  ['for screen readers', `<button aria-label={\`\${count} payouts\`} />`, '{} payouts'],
  ['in a refusal', "new Refusal('not_found', 'There is no such payout.')", 'There is no such payout.'],
  ['in a mail', `({ subject: \`Votre virement du \${day}\` })`, 'Votre virement du {}'],
  ['in a PDF', "sheet.row('Contresigné le', day)", 'Contresigné le'],
  ['in the head of a CSV file', "[['E-mail', (row) => row.email]]", 'E-mail'],
  ['in a toast', "toastSuccess('Payout approved', name)", 'Payout approved'],
  ['in a table of labels', "({ countersigned: 'Counter-signed' })", 'Counter-signed'],
  ['in a placeholder', '<input placeholder="Rechercher un partenaire" />', 'Rechercher un partenaire'],
])('a forgotten text %s is found, with its file and line', (_, code, text) => {
  const file = 'src/money/tiers/web/sample.tsx'
  expect(forgottenTexts(file, `\nexport const made = ${code}\n`)).toEqual([`${file}:2: ${text}`])
})

it('a text of a source that is allowed, and a name that is the same in every language, are not', () => {
  expect(forgottenTexts('src/money/accounting/domain/sample.ts', "export const a = 'Net à payer'")).toEqual([])
  expect(forgottenTexts('src/money/tiers/web/sample.tsx', 'export const a = <a>PDF</a>')).toEqual([])
})
