import { oneLine } from './typed-text.ts'

/** Adds the scheme that people leave out: 'exemple.fr' -> 'https://exemple.fr'. */
export function withScheme(website: string): string {
  const text = oneLine(website)
  return text === '' || /^[a-z]+:/i.test(text) ? text : `https://${text}`
}
