import { useEffect, useState } from 'react'

/**
 * Mounts rarely opened components on first use: `isMounted` becomes true first and `isOpen` right after, so that the opening
 * transition and focus return work as usual.
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
