import { type RefObject, useEffect } from 'react'

/** What a press is for already: it does not open the row around it. */
const ownPress = 'a, button, input, label, select, textarea, summary, [role=menu], [role=dialog], .row-details'

/**
 * Lets a press anywhere on a row, or on a card, do what its marked control does (`data-opens`), which is how keyboards and screen
 * readers open it. Text that is being selected is no press.
 */
export function useOpenedRows(frame: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = frame.current
    const open = ({ target, button }: MouseEvent) => {
      if (button !== 0 || !(target instanceof Element) || target.closest(ownPress)) return
      if ((getSelection()?.toString() ?? '') !== '') return
      target.closest('tr')?.querySelector<HTMLElement>('[data-opens]')?.click()
    }
    element?.addEventListener('click', open)
    return () => element?.removeEventListener('click', open)
  }, [frame])
}
