let isPressed = false
const pressing = (state: boolean) => () => {
  isPressed = state
}
if (typeof window !== 'undefined') {
  window.addEventListener('pointerdown', pressing(true), true)
  for (const end of ['pointerup', 'pointercancel']) window.addEventListener(end, pressing(false), true)
}

/**
 * Runs at once, or after the click that is under way. A field that shows its fault when it is left moves the button below
 * it: between press and release that makes the click miss.
 */
export function afterPress(run: () => void): void {
  if (!isPressed) return run()
  const ended = new AbortController()
  const soon = () => {
    ended.abort()
    setTimeout(run)
  }
  for (const end of ['pointerup', 'pointercancel']) window.addEventListener(end, soon, { signal: ended.signal })
}
