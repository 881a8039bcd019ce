import { isLost, wonStage } from '#leads/stages/domain/stages.ts'
import { normalizeTitle } from '#platform/domain/file-columns.ts'
import type { Format, Meaning } from './formats.ts'
import { leftOut } from './mapping.ts'

/** A choice of the portal's that a foreign value can stand for. */
export interface NamedChoice {
  readonly key: string
  readonly names: readonly string[]
}

type Formats = ReadonlyMap<string, Format>

const stateFields = ['state', 'stage'] as const

const meaningsIn = ({ values = {} }: Format, word: string): Meaning[] =>
  stateFields.flatMap((field) =>
    Object.entries(values[field] ?? {}).flatMap(([meaning, all]) =>
      all.some((value) => normalizeTitle(value) === word) ? [meaning as Meaning] : [],
    ),
  )

/** What a foreign state means: as the format of the file says, else as all formats do that have it. Null where they disagree. */
function meaningOf(value: string, formatName: string | null, formats: Formats): Meaning | null {
  const word = normalizeTitle(value)
  const own = formatName === null ? undefined : formats.get(formatName)
  const told = own ? meaningsIn(own, word) : []
  const found = new Set(told.length > 0 ? told : [...formats.values()].flatMap((format) => meaningsIn(format, word)))
  const [meaning] = found
  return found.size === 1 && meaning ? meaning : null
}

const named = (value: string, choices: readonly NamedChoice[]) => {
  const word = normalizeTitle(value)
  return choices.find(({ key, names }) => [key, ...names].some((name) => normalizeTitle(name) === word))
}

/** What a value of a lead's state is called here; null where that has to be said. */
export function proposeStage(
  value: string,
  stages: readonly NamedChoice[],
  formatName: string | null,
  formats: Formats,
): string | null {
  const here = named(value, stages)
  if (here) return here.key
  const keys = stages.map(({ key }) => key)
  switch (meaningOf(value, formatName, formats)) {
    case 'open':
      return keys[0] ?? null
    case 'won':
      return keys.find((key) => key === wonStage) ?? null
    case 'lost':
      return keys.find(isLost) ?? null
    case 'ignore':
      return leftOut
    default:
      return null
  }
}

/** Partners who have left elsewhere are not added; '' takes the row. */
export function proposeState(value: string, formatName: string | null, formats: Formats): string {
  return meaningOf(value, formatName, formats) === 'inactive' ? leftOut : ''
}

/** What another name stands for, where one here is called so. */
export const proposeNamed = (value: string, choices: readonly NamedChoice[]): string | null => named(value, choices)?.key ?? null
