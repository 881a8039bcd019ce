import { Menu, type MenuProps } from '@mantine/core'
import type { ReactNode } from 'react'
import { ButtonElsewhere } from '../page/button-elsewhere.tsx'

interface AnchoredMenuProps extends Pick<MenuProps, 'width' | 'position'> {
  /** The button that opened it; it must have `aria-haspopup="menu"` and `aria-expanded`. */
  readonly button: HTMLElement
  readonly onClose: () => void
  readonly children: ReactNode
}

/**
 * A menu anchored to a button rendered elsewhere. Only the open menu is mounted, which matters for lists with many buttons. On
 * close, the focus returns to the button.
 */
export function AnchoredMenu({ button, onClose, children, ...look }: AnchoredMenuProps) {
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
      <Menu.Dropdown>{children}</Menu.Dropdown>
    </Menu>
  )
}
