import { useCallback, useState } from 'react'
import { hasDraft, stashInTab, takeFromTab } from './forms/draft.ts'

/**
 * The open form of a page without a URL parameter for it; null if none. It reopens after a reload, sign-in or lock if its draft
 * (named by `draftOf`) has unsaved changes.
 */
export function useKeptOpen<T>(page: string, draftOf: (open: T) => string): [T | null, (open: T | null) => void] {
  const name = `open ${page}`
  const [open, setOpen] = useState<T | null>(() => {
    const draft = takeFromTab(name) as T | null
    return draft !== null && hasDraft(draftOf(draft)) ? draft : null
  })
  const set = useCallback(
    (next: T | null) => {
      stashInTab(name, next)
      setOpen(next)
    },
    [name],
  )
  return [open, set]
}
