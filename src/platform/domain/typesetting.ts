/**
 * A text as it is shown or printed: a line never ends before the marks that French sets apart, nor after its opening quotation
 * mark. Of these spaces, that before ; ? ! is narrow. English has none of them, and data keep plain ones. The format of a value
 * ('{month, date, ::MMM}') stands behind a comma, after which no such mark does.
 */
export const typeset = (text: string): string =>
  text
    .replace(/[ \u00a0](?=[;?!])/g, '\u202f')
    .replace(/(?<!,) (?=[:»%€])/g, '\u00a0')
    .replace(/« /g, '«\u00a0')

/** The same with the plain spaces of data, for a file that a page writes. */
export const plainlySpaced = (text: string): string => text.replace(/[\u00a0\u202f]/g, ' ')

/** '1 mars 2026' is '1er mars 2026'; English writes months with a capital. */
export const withFirstOfMonth = (date: string): string => date.replace(/^1 (?=\p{Ll})/u, '1er ')

/** Words that lose their last letter before a vowel. */
const elided = /(^|[^\p{L}’])(d|(?:jus|lors|puis|quoi)?qu)e $/iu

/**
 * Begins with a vowel that words are elided before: no 'onze' or 'oui', no 'y' before a vowel, and an 'h' only in names in which
 * it is mute for certain. What has signs or digits in it, such as an address or a number, is not elided before.
 */
const vowel = new RegExp(
  [
    '^(?!onz|oui|ouist|uh)',
    '(?:[aeiouà-æè-ïò-öù-üœ]|y[^aeiouy]|h(?:abitat|armonie|orizon|ydro|[eé]l[eè]ne|enriett|ippolyte|onor|ortense|uile))',
    "[\\p{L}’'-]*(?![\\p{L}\\p{N}@_/-]|\\.\\S)",
  ].join(''),
  'iu',
)

/** A compiled message whose words are elided before the values that stand after them: 'de {name}' is 'd’Ada', and 'de Léa'. */
export function withElision<Message>(message: Message, values: Readonly<Record<string, unknown>> = {}): Message {
  const elides = (part: unknown) => {
    const value = Array.isArray(part) && part.length === 1 ? values[part[0]] : undefined
    return typeof value === 'string' && vowel.test(value)
  }
  const walk = (part: unknown): unknown => {
    if (Array.isArray(part)) {
      return part.map((each, at) =>
        typeof each === 'string' && elides(part[at + 1]) ? each.replace(elided, '$1$2’') : walk(each),
      )
    }
    if (typeof part !== 'object' || part === null) return part
    return Object.fromEntries(Object.entries(part).map(([key, each]) => [key, walk(each)]))
  }
  return Object.values(values).some((each) => typeof each === 'string' && vowel.test(each)) ? (walk(message) as Message) : message
}
