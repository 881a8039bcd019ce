import { expect, test } from 'vitest'
import { readAsStaff } from '#test/staff-reading.ts'
import { acts } from './acts.ts'
import { rankOf } from './synonyms.ts'

readAsStaff()

const rank = (label: string, typed: string, more = '') => rankOf({ label, more }, typed)

test.each([
  ['Invoices', 'invo', 0],
  ['Invoices', 'facture', 1],
  ['Invoices', 'factu', 1],
  ['Invoices', 'factrue', 2],
  ['Invoices', 'invocies', 2],
  ['Payouts', 'virement', 1],
  ['Payouts', 'virment', 2],
  ['Commission tiers', 'palier', 1],
  ['Disputes', 'litige', 1],
  ['Contracts', 'contrat', 1],
  ['Partners', 'apporteur', 1],
  ['Bank details', 'rib', 1],
  ['Invoices', 'contrat', null],
  ['Invoices', 'ri', null],
  ['Leads', 'zzzz', null],
] as const)('%j answers %j: %j', (label, typed, expected) => expect(rank(label, typed)).toBe(expected))

test.each([
  ['new run', 'New run'],
  ['nouveau lot', 'New run'],
  ['add contarct', 'Add Contract'],
  ['bank answer', 'Bank answer'],
  ['réponse banque', 'Bank answer'],
  ['retour de banque', 'Bank answer'],
  ['invite', 'Invite Partner'],
  ['inviter un apporteur', 'Invite Partner'],
  ['add contract', 'Add Contract'],
  ['ajouter contrat', 'Add Contract'],
  ['client payment', 'Add client payment'],
  ['encaissement client', 'Add client payment'],
  ['fusionner', 'Merge two partners'],
  ['merge', 'Merge two partners'],
  ['scinder', 'Split a partner'],
  ['voir comme', 'View the portal as a partner'],
  ['view as', 'View the portal as a partner'],
  ['double authentification', 'Reset two-factor authentication'],
  ['2fa', 'Reset two-factor authentication'],
  ['reprise', 'Claw back a commission'],
  ['claw back', 'Claw back a commission'],
  ['close month', 'Close a month'],
  ['clôturer le mois', 'Close a month'],
  ['export commissions', 'Export commissions'],
  ['attestation', 'My yearly certificates'],
  ['attestation', 'My documents to provide'],
  ['attestation', 'Declare the year'],
  ['relevé annuel', 'My yearly certificates'],
  ['relevé annuel', 'Declare the year'],
] as const)('%j finds the act %j', (typed, label) => {
  const best = acts
    .flatMap((act) => {
      const found = rankOf({ label: act.label, more: act.words }, typed)
      return found === null ? [] : [{ label: act.label, found }]
    })
    .toSorted((one, other) => one.found - other.found)
  expect(best.map((each) => each.label)).toContain(label)
})
