import type { RuleVersion } from '#money/rules/domain/definition.ts'
import type { ProgrammeFile } from '#overview/programme-file/api/programme-file.ts'
import type { ProgrammeFile as Programme } from './programme-files.ts'

/** The newest version of each rule for every partner. */
function newest({ rules }: Programme): readonly RuleVersion[] {
  const ofEverybody = rules.filter(({ partnerId }) => partnerId === null)
  return [...Map.groupBy(ofEverybody, ({ ruleId }) => ruleId).values()].flatMap((versions) => versions.at(-1) ?? [])
}

/** Offers and rules of a programme as a portal imports them. Terms of single partners are not in such a file. */
export function asFile(programme: Programme): ProgrammeFile {
  return {
    format: 'passerelle-programme',
    version: 1,
    offers: programme.offers.map((key) => ({
      key,
      name: key,
      names: {},
      staffName: key,
      staffNames: {},
      description: '',
      descriptions: {},
      suggestedCents: null,
      leastCents: null,
      mostCents: null,
      onIntroductions: false,
    })),
    rules: newest(programme).flatMap(({ offer, definition }) =>
      definition ? [{ offer, definition: { ...definition, bonuses: [...definition.bonuses] } }] : [],
    ),
  }
}

/** What the oracle is told of the same file: each rule from the beginning. */
export const asRules = (programme: Programme): readonly RuleVersion[] =>
  newest(programme).map((rule) => ({ ...rule, version: 1, validFrom: '0001-01-01' }))
