import type { ReactNode } from 'react'
import type { Message } from '#platform/domain/languages.ts'

/** What a part of a page says: something made already, or a message, which says its language where that is not the page's. */
export type Said = ReactNode | Message

export const said = (words: Said): ReactNode => (typeof words === 'function' ? <span lang={words.lang}>{words()}</span> : words)
