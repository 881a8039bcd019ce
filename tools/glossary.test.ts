import { globSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { expect, it } from 'vitest'
import { type WrittenLanguage, writtenLanguages } from '../src/platform/domain/languages.ts'
import type { Specified, Texts } from '../src/platform/messages/texts.ts'
import { misused, readGlossary } from './glossary.ts'
import { readTexts } from './inline-messages.ts'

const root = join(import.meta.dirname, '..')
const glossary = readGlossary(readFileSync(join(root, 'docs/glossary.md'), 'utf8'))
const folders = globSync('src/**/messages/messages.ts', { cwd: root }).map((file) => dirname(file))
const read = (folder: string, name: string) => readTexts(join(root, folder), name)

/** Every text of a folder by language, with the words of their own that `specified` gives some messages. */
async function textsOf(folder: string): Promise<readonly (readonly [WrittenLanguage, string, string])[]> {
  const specified = (await read(folder, 'specified')) as Specified
  const catalogues = await Promise.all(
    writtenLanguages.map(async (language) => [language, (await read(folder, language)) as Texts] as const),
  )
  return [
    ...catalogues.flatMap(([language, texts]) => Object.entries(texts).map(([key, text]) => [language, key, text] as const)),
    ...Object.entries(specified).flatMap(([key, choice]) =>
      typeof choice === 'object'
        ? Object.entries(choice).map(([language, text]) => [language as WrittenLanguage, `${key} as specified`, text] as const)
        : [],
    ),
  ]
}

it('every message uses the words of the glossary', async () => {
  const errors = await Promise.all(
    folders.map(async (folder) =>
      (await textsOf(folder)).flatMap(([language, key, text]) =>
        misused(text, language, glossary).map((error) => `${relative('src', folder)} ${language} ${key}: ${error}`),
      ),
    ),
  )
  expect(errors.flat().sort()).toEqual([])
})

it.each([
  ['en', 'Opens the audit logs of {name}', ['“audit logs”: say “event log”']],
  [
    'en',
    '{count, plural, one {# payout file} other {# payout files}} sent',
    ['“payout file”: say “bank file”', '“payout files”: say “bank file”'],
  ],
  ['en', 'A <b>billing mandate</b> is signed', ['“billing mandate”: say “self-billing mandate”']],
  ['fr', 'L’Inscription et son sceau', ['“Inscription”: say “enregistrement”', '“sceau”: say “cachet électronique”']],
  [
    'fr',
    "Le mandat de facturation de l'apporteur",
    ['“apporteur”: say “partenaire”', '“mandat de facturation”: say “mandat d’autofacturation”'],
  ],
  ['fr', 'À contre-signer', ['“contre-signer”: say “contresigner”']],
] as const)('a message in %s with a word that the glossary bans is found: %s', (language, text, errors) =>
  expect(misused(text, language, glossary)).toEqual(errors),
)

it.each([
  ['en', 'A self-billing mandate, entries of the accounting journal, and journal entries'],
  ['en', 'Enter your bank details under Payment Info'],
  ['en', '{journal} of {evidence, select, hash {one} other {two}}'],
  ['fr', 'Devenez apporteur d’affaires : la raison sociale, le montant inscrit'],
] as const)('a term, a quoted name, a value and a part of a word are not: %s %s', (language, text) =>
  expect(misused(text, language, glossary)).toEqual([]),
)
