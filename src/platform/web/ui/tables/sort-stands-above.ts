import { createContext } from 'react'

/** Whether the order of a list is chosen in its tools, so that it need not stand above its cards. */
export const SortStandsAbove = createContext(false)
