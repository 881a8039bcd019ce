/**
 * Formats numbers as the French write them. The formatter is made at its first use: the first one of a page reads the language's
 * data, for which a phone needs some 50 ms that would otherwise hold up all modules.
 */
export function numberFormat(options: Intl.NumberFormatOptions = {}): (value: number) => string {
  let format: Intl.NumberFormat | undefined
  return (value) => {
    format ??= new Intl.NumberFormat('fr-FR', options)
    return format.format(value)
  }
}
