const isHidden = () => typeof document !== 'undefined' && document.visibilityState === 'hidden'

/** Runs now, or once a tab in the background is visible again: what nobody sees is not worth a request. */
export function whenVisible(run: () => void): void {
  if (!isHidden()) return run()
  const onChange = () => {
    if (isHidden()) return
    document.removeEventListener('visibilitychange', onChange)
    run()
  }
  document.addEventListener('visibilitychange', onChange)
}
