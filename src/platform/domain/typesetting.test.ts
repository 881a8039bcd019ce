import compile from 'icu-minify/compile'
import { expect, test } from 'vitest'
import { formatMessage, formatParts } from '#platform/messages/format.ts'
import { plainlySpaced, typeset, withFirstOfMonth } from './typesetting.ts'

test.each([
  ['Supprimer ? Oui !', 'Supprimer\u202f? Oui\u202f!'],
  ['Motif : « erreur » ; 15 %, 20 €', 'Motif\u00a0: «\u00a0erreur\u00a0»\u202f; 15\u00a0%, 20\u00a0€'],
  ['{name} : {amount} €', '{name}\u00a0: {amount}\u00a0€'],
  ['Delete? Yes: 15%', 'Delete? Yes: 15%'],
  ['{month, date, ::MMM}', '{month, date, ::MMM}'],
])('%j is shown as %j, however often', (text, shown) => {
  expect(typeset(text)).toBe(shown)
  expect(typeset(shown)).toBe(shown)
  expect(plainlySpaced(shown)).toBe(text)
})

test.each([
  ['1 mars 2026 à 10:30', '1er mars 2026 à 10:30'],
  ['11 mars 2026', '11 mars 2026'],
  ['1 March 2026', '1 March 2026'],
])('%j is the day %j', (date, shown) => expect(withFirstOfMonth(date)).toBe(shown))

const said = (text: string, name: string) => formatMessage(compile(text), 'fr', { name, count: 2 })

test.each([
  'Atelier',
  'Émilie',
  'un versement',
  'Œuvre Durand',
  'EDF',
  'Yves',
  'Hélène',
  'Habitat Plus',
  'Anne-Lise',
  'Ada, Léa et Paul',
])('words are elided before %j where they are', (name) => {
  expect([said('Le lead de {name}', name), said('Que {name} signe', name), said('parce que {name} signe', name)]).toEqual([
    `Le lead d’${name}`,
    `Qu’${name} signe`,
    `parce qu’${name} signe`,
  ])
})

test.each(['Léa', 'onze', 'Oui Care', 'Yann', 'Hans', 'Hugo', 'ada@exemple.fr', 'AV-2026-1', 'A4', '11', ''])(
  'no word is elided before %j',
  (name) => expect(said('Le lead de {name}', name)).toBe(`Le lead de ${name}`),
)

test('elision is of whole words, in French, within plurals and tags', () => {
  expect(said('la banque {name}', 'Azur')).toBe('la banque Azur')
  expect(said('{count, plural, one {# lead} other {# leads de {name}}}', 'Azur')).toBe('2 leads d’Azur')
  const bold = (parts: unknown[]) => `<${parts.join('')}>`
  expect(formatParts(compile('<b>de {name}</b>'), 'fr', { b: bold, name: 'Azur' })).toEqual(['<d’Azur>'])
  expect(formatMessage(compile('de {name}'), 'en', { name: 'Azur' })).toBe('de Azur')
})
