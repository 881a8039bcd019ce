import { createContext, type ReactNode } from 'react'
import type { ListLanguage } from './list-words.ts'

/** What the portal adds to the view of a list: those that the person keeps on the server. */
export const SavedViewsOfLists = createContext<((onClose: () => void, lang: ListLanguage) => ReactNode) | null>(null)
