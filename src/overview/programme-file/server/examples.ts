import { asTold } from '#leads/fields/domain/fields.ts'
import { ruleSummary } from '#money/rules/domain/rule-summary.ts'
import { currentReading, writtenIn } from '#platform/domain/languages.ts'
import { nameIn } from '#platform/domain/names.ts'
import { type ProgrammeFile, programmeFile } from '../api/programme-file.ts'
import type { ProgrammeExample } from '../api/routes.ts'
import { type ExampleKey, exampleKeys } from '../domain/programme-plan.ts'
import { writtenExample } from './written-examples.ts'

/** A file with what those of before do not say. */
export const complete = (file: ProgrammeFile): ProgrammeFile => ({
  ...file,
  ...(file.fields && { fields: file.fields.map(asTold) }),
})

/** Read by the schema that files of others are read by. */
export const exampleFile = (key: ExampleKey): ProgrammeFile => complete(programmeFile.parse(writtenExample(key)))

/** An example as its reader reads it. */
function presentExample(key: ExampleKey): ProgrammeExample {
  const { about, offers = [], stages = [], rules = [], fields = [], templates = [] } = exampleFile(key)
  // It is the portal that speaks of them: in the language of the reader's side, unless another one was chosen.
  const language = writtenIn(currentReading())
  const custom = fields.filter(({ name }) => name !== '')
  return {
    key,
    name: (about && (about.names[language] ?? about.name)) ?? key,
    text: (about && (about.texts[language] ?? about.text)) ?? '',
    contains: {
      offers: offers.map((each) => nameIn(each)),
      stages: stages.map((each) => nameIn(each)),
      rules: rules.map(({ offer, definition }) => {
        const scope = offers.find((each) => each.key === offer)
        return [...(scope ? [nameIn(scope)] : []), ...ruleSummary(definition)].join(', ')
      }),
      fields: custom.map((each) => nameIn(each)),
      templates: templates.map(({ name, names = {} }) => nameIn({ name, names })),
    },
  }
}

export const examples = (): ProgrammeExample[] => exampleKeys.map(presentExample)
