import type { ComboboxItem, OptionsFilter } from '@mantine/core'
import { foldText } from '#domain/fold-text.ts'

/** The first options that hold what was typed, blind to case and accents; stops looking once the list is full. */
export const matchingOptions: OptionsFilter = ({ options, search, limit }) => {
  const needle = foldText(search.trim())
  const found: ComboboxItem[] = []
  for (const option of options) {
    if (found.length >= limit) break
    if ('label' in option && foldText(option.label).includes(needle)) found.push(option)
  }
  return found
}
