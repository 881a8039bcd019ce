import { Popover } from '@mantine/core'
import type { ReactNode } from 'react'
import { ButtonElsewhere } from '../page/button-elsewhere.tsx'

interface ButtonPopoverProps {
  /** The button that opened it, which has the focus again when it closes. */
  readonly button: HTMLElement
  readonly title: string
  readonly width?: number
  readonly position?: 'bottom-start' | 'bottom-end'
  readonly onClose: () => void
  readonly children: ReactNode
}

/** What a button of a list opens beside itself. */
export function ButtonPopover({ button, title, width, position = 'bottom-start', onClose, children }: ButtonPopoverProps) {
  const close = (opened: boolean) => {
    if (opened) return
    button.focus({ preventScroll: true })
    onClose()
  }
  return (
    <Popover opened position={position} {...(width ? { width } : {})} trapFocus returnFocus onChange={close}>
      <Popover.Target>
        <ButtonElsewhere button={button} />
      </Popover.Target>
      <Popover.Dropdown aria-label={title} p="sm" maw="calc(100vw - 24px)">
        {children}
      </Popover.Dropdown>
    </Popover>
  )
}
