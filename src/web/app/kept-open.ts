import { useCallback, useState } from 'react'
import { hasDraft, keepAside, takeAside } from './draft.ts'

/**
 * Which form a page has open, where the address does not say it: null for none. It is open again after a reload, a sign-in
 * or a lock if something is typed in it that is not saved; `draftOf` names its draft.
 */
export function useKeptOpen<T>(page: string, draftOf: (open: T) => string): [T | null, (open: T | null) => void] {
  const name = `open ${page}`
  const [open, setOpen] = useState<T | null>(() => {
    const kept = takeAside(name) as T | null
    return kept !== null && hasDraft(draftOf(kept)) ? kept : null
  })
  const set = useCallback(
    (next: T | null) => {
      keepAside(name, next)
      setOpen(next)
    },
    [name],
  )
  return [open, set]
}
