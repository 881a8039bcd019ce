/** 'exemple.fr' is what people type; the rule wants an address. */
export function withScheme(website: string): string {
  const text = website.trim()
  return text === '' || /^[a-z]+:/i.test(text) ? text : `https://${text}`
}
