import { describe, expect, it } from 'vitest'
import { looseTexts } from './loose-texts.ts'

const found = (code: string) => looseTexts('src/money/tiers/web/sample.tsx', code).map(({ kind, text }) => [kind, text])

describe('texts outside the catalogues', () => {
  it.each([
    ['of a page', 'const a = <p>Nothing was saved.</p>', ['jsx', 'Nothing was saved.']],
    ['of an accessible name', 'const a = <button aria-label="Close the list" />', ['attribute', 'Close the list']],
    ['of a refusal', "throw new Refusal('not_found', 'There is no such payout.')", ['literal', 'There is no such payout.']],
    [
      'of an error that a page shows',
      "throw new Error('Cette page n’a pas pu être chargée.')",
      ['literal', 'Cette page n’a pas pu être chargée.'],
    ],
    ['of a mail', `const mail = { subject: \`Votre virement du \${day}\` }`, ['template', 'Votre virement du {}']],
    ['of a heading of a file', "const columns = [['Montant', (row) => row.amount]]", ['literal', 'Montant']],
  ])('are found: one %s', (_, code, expected) => expect(found(code)).toEqual([expected]))

  it.each([
    ['a message', "const a = <p title={m.close()}>{m.saved({ name: 'x' })}</p>"],
    ['SQL', "tx.selectFrom('payouts as p').select('p.reference as payout_reference')"],
    ['an error of programmers', "throw new Error('revenue is not in whole cents')"],
    ['a log', "log.info('the portal starts')"],
    ['a class, an address and a key', 'const a = <a className="cell note" href="/dashboard/leads">{key === "Enter" ? 1 : 2}</a>'],
  ])('are not: %s', (_, code) => expect(found(code)).toEqual([]))
})
