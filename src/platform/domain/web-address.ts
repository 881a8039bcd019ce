/** Adds the scheme that people leave out: 'exemple.fr' -> 'https://exemple.fr'. */
export function withScheme(website: string): string {
  const text = website.trim()
  return text === '' || /^[a-z]+:/i.test(text) ? text : `https://${text}`
}
