import type { ComboboxItem, OptionsFilter } from '@mantine/core'
import { foldText } from '#platform/domain/fold-text.ts'
import { oneLine } from '#platform/domain/typed-text.ts'

/** The first options containing the typed text, ignoring case and accents; stops at the limit. */
export const matchingOptions: OptionsFilter = ({ options, search, limit }) => {
  const needle = foldText(oneLine(search))
  const matches: ComboboxItem[] = []
  for (const option of options) {
    if (matches.length >= limit) break
    if ('label' in option && foldText(option.label).includes(needle)) matches.push(option)
  }
  return matches
}
