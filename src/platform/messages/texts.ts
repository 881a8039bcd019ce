import type { WrittenLanguage } from '#platform/domain/languages.ts'

/** The messages of a slice by key, in ICU MessageFormat. */
export type Texts<Key extends string = string> = Readonly<Record<Key, string>>

/**
 * How `specified` says a message that the specification quotes: as one of the languages does, or to readers of a side in words of
 * its own. Messages without an entry are in the language of the reader's side.
 */
export type Specified<Key extends string = string> = {
  readonly [K in Key]?: WrittenLanguage | Readonly<Partial<Record<WrittenLanguage, string>>>
}

export interface Catalogues extends Readonly<Record<WrittenLanguage, Texts>> {
  readonly specified: Specified
}
