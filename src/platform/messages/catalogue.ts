import type { GetICUArgs } from '@schummar/icu-type-parser'
import compile from 'icu-minify/compile'
import type { CompiledMessage } from 'icu-minify/format'
import { currentLanguage, currentReading, type Reading, type WrittenLanguage } from '#platform/domain/languages.ts'
import { common } from '#portal/common/messages/messages.ts'
import { formatMessage, formatParts, type Tag } from './format.ts'
import type { Catalogues, Texts } from './texts.ts'

/** A slice that the specification quotes no message of has no `specified`. */
type OwnCatalogues = Omit<Catalogues, 'specified'> & Partial<Pick<Catalogues, 'specified'>>

interface ArgumentTypes {
  ICUNumberArgument: number
  ICUDateArgument: Date
  ICUArgument: string | number
}

type TagsOf<Text, T> = Text extends `${string}<${infer Name}>${infer Inner}</${string}>${infer Tail}`
  ? { readonly [N in Name]: Tag<T> } & TagsOf<Inner, T> & TagsOf<Tail, T>
  : unknown

type MessageOf<Text extends string> = Text extends `${string}</${string}`
  ? <T>(values: GetICUArgs<Text, ArgumentTypes> & TagsOf<Text, T>) => (string | T)[]
  : keyof GetICUArgs<Text, ArgumentTypes> extends never
    ? () => string
    : (values: GetICUArgs<Text, ArgumentTypes>) => string

/** The `lang` attribute of what shows a message: absent where the message is in the language of the page. */
interface MessageLanguage {
  readonly lang: WrittenLanguage | undefined
}

/** A function for each message, which gives its text as the reader reads the portal. */
type MessagesOf<T extends Texts> = { readonly [K in keyof T]: MessageOf<T[K]> & MessageLanguage }

/** The messages of a slice, and those that all slices have in common. */
export type Messages<T extends Texts> = MessagesOf<T> & Omit<MessagesOf<typeof common.en>, keyof T>

/** The text of a message for a reader, its language, and whether it is quoted; undefined if the catalogues lack it. */
export function textFor(
  catalogues: Catalogues,
  key: string,
  { language, side }: Reading,
): { readonly text: string; readonly language: WrittenLanguage; readonly isQuoted: boolean } | undefined {
  const quoted = language === 'specified' ? catalogues.specified[key] : undefined
  const chosen = typeof quoted === 'string' ? quoted : language === 'specified' ? side : language
  const text = (typeof quoted === 'object' ? quoted[chosen] : undefined) ?? catalogues[chosen][key]
  return text === undefined ? undefined : { text, language: chosen, isQuoted: quoted !== undefined }
}

/** Each text is compiled when it is first needed; the build of the pages has them compiled. */
function messagesOf(catalogues: Catalogues): object {
  const compiled = new Map<string, CompiledMessage>()
  const messageOf = (key: string, hasTags: boolean) => (values?: Parameters<typeof formatMessage>[2]) => {
    const found = textFor(catalogues, key, currentReading())
    if (!found) throw new Error(`no catalogue has the message ${key}`)
    let message = compiled.get(found.text)
    if (message === undefined) {
      message = compile(found.text)
      compiled.set(found.text, message)
    }
    return (hasTags ? formatParts : formatMessage)(message, found.language, values)
  }
  const langOf = (key: string) => () => {
    const language = textFor(catalogues, key, currentReading())?.language
    return language === currentLanguage() ? undefined : language
  }
  const entries = Object.entries(catalogues.en).map(([key, text]) => [
    key,
    Object.defineProperty(messageOf(key, text.includes('</')), 'lang', { get: langOf(key) }),
  ])
  return Object.fromEntries(entries)
}

const commonMessages = messagesOf(common)

/** The messages of a slice, beside the common ones, which are made once for all. */
export function catalogue<const T extends Texts>(own: OwnCatalogues & { readonly en: T }): Messages<T> {
  return Object.assign(Object.create(commonMessages), messagesOf({ specified: {}, ...own }))
}
