let isPressed = false
const pressing = (state: boolean) => () => {
  isPressed = state
}
if (typeof window !== 'undefined') {
  window.addEventListener('pointerdown', pressing(true), true)
  for (const end of ['pointerup', 'pointercancel']) window.addEventListener(end, pressing(false), true)
}

/**
 * Runs immediately, or after the click in progress. An error shown on blur moves the button below the field, so that a click
 * would miss it between press and release.
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
