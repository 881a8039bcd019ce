import { useEffect, useRef } from 'react'

/** Some browsers give no focus to a button that is clicked. */
let pressed: HTMLElement | null = null
if (typeof window !== 'undefined') {
  const note = ({ target }: PointerEvent) => {
    pressed = target instanceof Element ? target.closest<HTMLElement>('button, a[href], [tabindex]') : null
  }
  window.addEventListener('pointerdown', note, true)
}

/** What opened something just now: of a menu, whose entries go away, the button that it hangs on. */
function openerNow(): HTMLElement | null {
  const focused = document.activeElement
  const active = focused instanceof HTMLElement && focused !== document.body ? focused : pressed
  const menu = active?.closest('[role="menu"]')
  return (menu && document.querySelector<HTMLElement>(`[aria-controls="${CSS.escape(menu.id)}"]`)) ?? active
}

/** The element, or the one that took its place when its list was drawn anew. */
function found(from: HTMLElement | null): HTMLElement | null {
  if (!from || from.isConnected) return from
  const label = from.getAttribute('aria-label')
  return label ? document.querySelector<HTMLElement>(`${from.localName}[aria-label="${CSS.escape(label)}"]`) : null
}

function giveBack(from: HTMLElement | null, closing: Element | null): void {
  const { activeElement } = document
  const isLost = !activeElement || activeElement === document.body || closing?.contains(activeElement)
  // Something else has taken the focus on purpose: another dialog, a page that was gone to.
  if (!isLost) return
  for (const target of [found(from), document.getElementById('content')]) {
    target?.focus({ preventScroll: true })
    if (document.activeElement === target) return
  }
}

/** While it is open something has the focus; afterwards it goes back to what opened it, or to the page when that is gone. */
export function useFocusBack(isOpen = true): void {
  const from = useRef<HTMLElement | null>(null)
  const wasOpen = useRef(false)
  // Read while drawing: an effect would find the focus where the dialog has put it.
  if (isOpen && !wasOpen.current) from.current = openerNow()
  wasOpen.current = isOpen
  useEffect(() => {
    if (!isOpen) return
    return () => {
      // One that closes with a transition still has the focus inside.
      const closing = document.activeElement?.closest('[role="dialog"]') ?? null
      setTimeout(() => giveBack(from.current, closing?.contains(from.current) ? null : closing))
    }
  }, [isOpen])
}
