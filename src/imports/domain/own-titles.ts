import { inLanguageOf, readings } from '#platform/domain/languages.ts'
import type { ColumnField } from './formats.ts'
import { type ImportKind, kindsOfImport } from './kinds.ts'
import { targetsOf, targetTitle } from './targets.ts'

interface NamedField {
  /** Where a row has it: `fields.region`. */
  readonly target: string
  readonly names: readonly string[]
}

/** What the portal itself calls the columns of its files, in every language: what was exported in one is imported in another. */
export function ownTitles(kind: ImportKind, custom: readonly NamedField[]): Record<ColumnField, readonly string[]> {
  const titles: Record<ColumnField, string[]> = {}
  for (const target of targetsOf(kind, true)) {
    const field = kindsOfImport[kind].targets[target]?.find((set) => set.length === 1)?.[0] ?? target
    const names = readings.map((reading) => inLanguageOf(reading, () => targetTitle(kind, target)))
    titles[field] = [...(titles[field] ?? []), target, ...new Set(names)]
  }
  for (const { target, names } of custom) titles[target] = [target.replace(/^fields\./, ''), ...names]
  return titles
}
