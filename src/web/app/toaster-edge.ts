import type { RefObject } from 'react'
import { useLayoutEffect, useState } from 'react'

const phone = '(width < 48em)'
const fields = 'input, textarea, select'
const marginPx = 24

/** What belongs to the field that has the focus: its name above it and its fault below, too. */
function fieldBeingFilled(): DOMRect | null {
  const focused = document.activeElement
  if (!focused?.matches(fields)) return null
  return (focused.closest('.mantine-InputWrapper-root') ?? focused).getBoundingClientRect()
}

/**
 * On a phone, where toasts are as wide as the screen: the edge at which they do not cover the field that is being filled.
 * Undefined where there is none. The edges are those of what the keyboard leaves.
 */
export function useToasterEdge(list: RefObject<HTMLElement | null>, shown: number): 'top' | 'bottom' | undefined {
  const [edge, setEdge] = useState<'top' | 'bottom'>()
  useLayoutEffect(() => {
    if (shown === 0 || !matchMedia(phone).matches) return
    const view = window.visualViewport
    const look = () => {
      const field = fieldBeingFilled()
      const hidden = view ? Math.max(0, window.innerHeight - view.height - view.offsetTop) : 0
      list.current?.style.setProperty('--keyboard', `${hidden}px`)
      const height = (list.current?.lastElementChild?.getBoundingClientRect().height ?? 0) + marginPx
      setEdge(field ? (field.top < height ? 'bottom' : 'top') : undefined)
    }
    look()
    document.addEventListener('focusin', look)
    document.addEventListener('scroll', look, { capture: true, passive: true })
    view?.addEventListener('resize', look)
    return () => {
      document.removeEventListener('focusin', look)
      document.removeEventListener('scroll', look, { capture: true })
      view?.removeEventListener('resize', look)
    }
  }, [list, shown])
  return edge
}
