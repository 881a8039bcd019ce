import type { MenuProps } from '@mantine/core'
import { Menu } from '@mantine/core'
import type { ReactNode, Ref } from 'react'
import { useLayoutEffect } from 'react'

interface AnchoredMenuProps extends Pick<MenuProps, 'width' | 'position'> {
  /** What it hangs on and was opened by: a plain button that says `aria-haspopup="menu"` and `aria-expanded`. */
  readonly button: HTMLElement
  readonly onClose: () => void
  /** Of its words, where it is not the page's. */
  readonly lang?: 'fr'
  readonly children: ReactNode
}

/**
 * An open menu beside a button that is drawn elsewhere. Where there are many buttons, or the menu is opened rarely, nobody
 * waits for menus that are not open. The focus goes back to the button.
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

/** Lends the button to the menu as its target, with what ties the two together for screen readers. */
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
