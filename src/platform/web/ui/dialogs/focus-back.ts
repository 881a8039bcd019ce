import { useEffect, useRef } from 'react'

/** Safari does not focus clicked buttons. */
let pressed: HTMLElement | null = null
if (typeof window !== 'undefined') {
  const note = ({ target }: PointerEvent) => {
    pressed = target instanceof Element ? target.closest<HTMLElement>('button, a[href], [tabindex]') : null
  }
  window.addEventListener('pointerdown', note, true)
}

/** The opener; for a menu entry, which is unmounted, the menu's button. */
function openerNow(): HTMLElement | null {
  const focused = document.activeElement
  const active = focused instanceof HTMLElement && focused !== document.body ? focused : pressed
  const menu = active?.closest('[role="menu"]')
  return (menu && document.querySelector<HTMLElement>(`[aria-controls="${CSS.escape(menu.id)}"]`)) ?? active
}

/** Openers of the newest dialog, its own first. One that takes the place of another, as of its loading, has that one's too. */
let newest: readonly HTMLElement[] = []

function openersNow(): readonly HTMLElement[] {
  const opener = openerNow()
  const before = opener?.closest('[role="dialog"]') ? newest : []
  newest = opener ? [opener, ...before] : []
  return newest
}

const nameOf = (element: Element) => element.getAttribute('aria-label') ?? element.textContent

/** The element, or its replacement after its list was rendered again. */
function focusTarget(from: HTMLElement): HTMLElement | null {
  if (from.isConnected) return from
  const name = nameOf(from)
  const others = name ? [...document.querySelectorAll<HTMLElement>(from.localName)] : []
  return others.find((each) => nameOf(each) === name) ?? null
}

function giveBack(from: readonly HTMLElement[], closing: Element | null): void {
  const { activeElement } = document
  const isLost = !activeElement || activeElement === document.body || closing?.contains(activeElement)
  // The focus has moved on purpose: to another dialog or page.
  if (!isLost) return
  for (const target of [...from.map(focusTarget), document.getElementById('content')]) {
    target?.focus({ preventScroll: true })
    if (document.activeElement === target) return
  }
}

/** Returns the focus to the opener on close, or to the page if the opener is gone. */
export function useFocusBack(isOpen = true): void {
  const from = useRef<readonly HTMLElement[]>([])
  const wasOpen = useRef(false)
  // Read during render: in an effect, the dialog would already have the focus.
  if (isOpen && !wasOpen.current) from.current = openersNow()
  wasOpen.current = isOpen
  useEffect(() => {
    if (!isOpen) return
    return () => {
      // During a closing transition the focus is still inside.
      const closing = document.activeElement?.closest('[role="dialog"]') ?? null
      setTimeout(() => giveBack(from.current, closing?.contains(from.current[0] ?? null) ? null : closing))
    }
  }, [isOpen])
}
