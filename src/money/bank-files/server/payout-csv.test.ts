/// <reference path="../../../platform/api/papaparse.d.ts" />
import Papa from 'papaparse'
import { expect, test } from 'vitest'
import { sampleBatch, sampleLine } from '#test/samples/bank/payouts.ts'
import { payoutCsv } from './payout-csv.ts'

test('a batch as a table has the texts as the bank takes them, amounts with a comma, and no formulas', () => {
  const lines = [
    ...sampleBatch.lines.slice(0, 2),
    { ...sampleLine, endToEndId: '+1', holder: '=HYPERLINK("x")', remittance: '+33 6; "né"', cents: 100 },
  ]
  const csv = payoutCsv({ ...sampleBatch, lines })
  expect(csv.startsWith('\ufeffRéférence;')).toBe(true)
  expect(Papa.parse<string[]>(csv.slice(1).trimEnd(), { delimiter: ';' }).data).toEqual([
    ['Référence', 'Bénéficiaire', 'IBAN', 'BIC', 'Montant (EUR)', 'Libellé', 'Date d’exécution', 'Relevé'],
    [
      'PASS-2026-11-000001',
      "Societe Generale d'Elevage + Cie",
      'FR7630006000011234567890189',
      '',
      '2640,00',
      'Commissions nov. 2026 REL-2026-11-0001 AF-0042-2026-00003',
      '2026-12-01',
      'REL-2026-11-0001',
    ],
    [
      'PASS-2026-11-000002',
      'Muller Grosse GmbH',
      'DE89370400440532013000',
      'COBADEFFXXX',
      '0,07',
      'Commissions nov. 2026 REL-2026-11-0002',
      '2026-12-01',
      'REL-2026-11-0002',
    ],
    ["'+1", ".HYPERLINK('x')", 'FR7630006000011234567890189', '', '1,00', "'+33 6. 'ne'", '2026-12-01', 'REL-2026-11-0001'],
  ])
})
