import { useCallback, useEffect, useRef } from 'react'

/** Dialogs that are open, the topmost last. */
const opened: object[] = []

/** Whether the dialog is the topmost one: each open dialog hears Escape, and only that one is meant. */
export function useTopmost(isOpen = true): () => boolean {
  const dialog = useRef({})
  useEffect(() => {
    if (!isOpen) return
    const { current } = dialog
    opened.push(current)
    // The same press of the key may reach the dialog below after this one has closed.
    return () => void setTimeout(() => opened.splice(opened.indexOf(current), 1))
  }, [isOpen])
  return useCallback(() => opened.at(-1) === dialog.current, [])
}
