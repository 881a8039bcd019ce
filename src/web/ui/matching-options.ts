import type { ComboboxItem, OptionsFilter } from '@mantine/core'

/** Lower case without accents. */
function plain(text: string): string {
  return text
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
}

/** The first options that hold what was typed, blind to case and accents; stops looking once the list is full. */
export const matchingOptions: OptionsFilter = ({ options, search, limit }) => {
  const needle = plain(search.trim())
  const found: ComboboxItem[] = []
  for (const option of options) {
    if (found.length >= limit) break
    if ('label' in option && plain(option.label).includes(needle)) found.push(option)
  }
  return found
}
