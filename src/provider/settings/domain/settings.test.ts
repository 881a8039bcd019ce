import { expect, test } from 'vitest'
import { settingsForm } from '#access/api/identity.ts'
import { settingsSections } from '#access/domain/settings-sections.ts'
import { yearSettingsForm } from '#money/accounting/api/year.ts'
import { writtenLanguages } from '#platform/domain/languages.ts'
import { programmeForm } from '#provider/programme/api.ts'
import { readAsStaff } from '#test/staff-reading.ts'
import { cardsOfSection, rolesFor, settingsCardKeys, settingsCardPath, settingsCards } from './settings.ts'
import { maxFieldsOfForm, type SettingsSource } from './settings-card.ts'
import { findSettings } from './settings-search.ts'

readAsStaff()

const forms = settingsCardKeys.flatMap((key) => settingsCards[key].form ?? [])

test('no form has more than eight fields, and each card says where it is used and what changes from when', () => {
  expect(forms.filter(({ fields }) => fields.length > maxFieldsOfForm)).toEqual([])
  const silent = settingsCardKeys.filter((key) => !settingsCards[key].usedIn || !settingsCards[key].applies)
  expect(silent).toEqual([])
})

/** What no form of fields changes: the logo and the colour have a form of their own. */
const elsewhere: Readonly<Record<SettingsSource, readonly string[]>> = {
  programme: [],
  // The address that people read follows from the registered one.
  identity: ['accentColour', 'logoUploadId', 'address'],
  year: [],
}

/** Values of several parts, each of which is a field. */
const parts: Readonly<Record<string, readonly string[]>> = {
  taglines: writtenLanguages,
  links: ['legal', 'privacy', 'accessibility', 'security'],
}

test.each([
  ['programme', programmeForm],
  ['identity', settingsForm],
  ['year', yearSettingsForm],
] as const)('each value of %s stands on exactly one card', (source, shape) => {
  const names = forms.filter((form) => form.source === source).flatMap(({ fields }) => fields.map(({ name }) => name))
  const all = Object.keys(shape.shape)
    .filter((name) => name !== 'expected')
    .flatMap((name) => (parts[name] ?? ['']).map((part) => [name, part].filter(Boolean).join('.')))
  expect([...names, ...elsewhere[source]].toSorted()).toEqual(all.toSorted())
})

test('each section has cards, and a card has its address there', () => {
  expect(settingsSections.filter((section) => cardsOfSection(section).length === 0)).toEqual([])
  expect(settingsCardPath('account')).toBe('/dashboard/settings/money?card=account')
})

test.each([
  ['rib', 'account'],
  ['IBAN', 'account'],
  ['palier', 'tiers'],
  ['tiers', 'tiers'],
  ['tva', 'legal'],
  ['VAT', 'legal'],
  ['siren', 'legal'],
  ['raison sociale', 'legal'],
  ['siège', 'address'],
  ['durée', 'protection'],
  ['clôture', 'closing'],
  ['close month', 'closing'],
  ['smtp', 'mail'],
  ['clé api', 'apiKeys'],
  ['fuseau', 'timeZone'],
  ['modele', 'templates'],
  ['urssaf', 'documents'],
  ['payout settings', 'payouts'],
  ['undelivered', 'failures'],
  ['droits', 'roles'],
  ['collègues', 'colleagues'],
  ['logo', 'look'],
] as const)('%j finds first %s', (typed, card) => {
  expect(findSettings(typed)[0]?.key).toBe(card)
})

test('a field is named where it is what was meant; what is not there is not found', () => {
  expect(findSettings('minimum payout')[0]).toMatchObject({ key: 'payouts', label: 'Minimum payout (€)' })
  expect(findSettings('zzzz')).toEqual([])
  expect(findSettings('  ')).toEqual([])
})

test('a card names the roles that may change it', () => {
  expect([rolesFor('programme'), rolesFor('money')]).toEqual(['Admin', 'Admin and Finance'])
})
