import { useEffect, useState } from 'react'

/**
 * Keeps what opens rarely out of the first drawing: `isMounted` turns true the first time it is wanted, `isOpen` one moment
 * after it, so that it opens as ever, with its transition and the focus going back to where it was.
 */
export function useLazyMount(opened: boolean): { isMounted: boolean; isOpen: boolean } {
  const [isMounted, setMounted] = useState(false)
  useEffect(() => {
    if (opened) setMounted(true)
  }, [opened])
  const [isOpen, setOpen] = useState(false)
  useEffect(() => setOpen(opened && isMounted), [opened, isMounted])
  return { isMounted, isOpen }
}
