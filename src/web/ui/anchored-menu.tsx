import type { MenuProps } from '@mantine/core'
import { Menu } from '@mantine/core'
import type { ReactNode, Ref } from 'react'
import { useLayoutEffect } from 'react'

interface AnchoredMenuProps extends Pick<MenuProps, 'width' | 'position'> {
  /** The button that opened it; it must have `aria-haspopup="menu"` and `aria-expanded`. */
  readonly button: HTMLElement
  readonly onClose: () => void
  /** Language of the labels, if it differs from the page's. */
  readonly lang?: 'fr'
  readonly children: ReactNode
}

/**
 * A menu anchored to a button rendered elsewhere. Only the open menu is mounted, which matters for lists with many buttons. On
 * close, the focus returns to the button.
 */
export function AnchoredMenu({ button, onClose, lang, children, ...look }: AnchoredMenuProps) {
  return (
    <Menu
      opened
      position="bottom-end"
      {...look}
      onClose={() => {
        button.focus({ preventScroll: true })
        onClose()
      }}
    >
      <Menu.Target>
        <ButtonElsewhere button={button} />
      </Menu.Target>
      <Menu.Dropdown lang={lang}>{children}</Menu.Dropdown>
    </Menu>
  )
}

interface TargetProps {
  readonly button: HTMLElement
  readonly ref?: Ref<HTMLElement>
  readonly id?: string
  readonly 'aria-controls'?: string
}

/** Uses the button as the menu's target, with the ARIA attributes that link them. */
function ButtonElsewhere({ button, ref, id, 'aria-controls': controls }: TargetProps) {
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
