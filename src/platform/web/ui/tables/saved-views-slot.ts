import { createContext, type ReactNode } from 'react'

/** What the portal adds to the view of a list: those that the person keeps on the server. */
export const SavedViewsOfLists = createContext<((onClose: () => void) => ReactNode) | null>(null)
