import { type Ref, useLayoutEffect } from 'react'

interface TargetProps {
  readonly button: HTMLElement
  readonly ref?: Ref<HTMLElement>
  readonly id?: string
  readonly 'aria-controls'?: string
}

/** Target of a menu or popover that is a button rendered elsewhere, with the ARIA attributes that link them. */
export function ButtonElsewhere({ button, ref, id, 'aria-controls': controls }: TargetProps) {
  useLayoutEffect(() => {
    const attributes = { id, 'aria-controls': controls, 'aria-expanded': 'true' }
    for (const [name, value] of Object.entries(attributes)) if (value) button.setAttribute(name, value)
    return () => {
      button.removeAttribute('id')
      button.removeAttribute('aria-controls')
      button.setAttribute('aria-expanded', 'false')
    }
  }, [button, id, controls])
  useLayoutEffect(() => {
    if (typeof ref === 'function') {
      const undo = ref(button)
      return () => void (typeof undo === 'function' ? undo() : ref(null))
    }
    if (ref) ref.current = button
  }, [button, ref])
  return null
}
