import { Drawer } from '@mantine/core'
import type { ComponentProps } from 'react'
import { useLazyMount } from '#platform/web/ui/dialogs/lazy-mount.ts'
import { m } from '#portal/messages/messages.ts'
import { Sidebar } from './sidebar.tsx'

interface PhoneMenuProps extends Pick<ComponentProps<typeof Sidebar>, 'me' | 'onLocked' | 'onSignOut'> {
  readonly opened: boolean
  readonly onClose: () => void
}

/** The menu of a phone, in a drawer. */
export default function PhoneMenu({ opened, onClose, ...menu }: PhoneMenuProps) {
  const { isMounted, isOpen } = useLazyMount(opened)
  if (!isMounted) return null
  return (
    <Drawer
      opened={isOpen}
      onClose={onClose}
      position="left"
      size={288}
      title={m.menu()}
      styles={{ body: { padding: 0 } }}
      closeButtonProps={{ 'aria-label': m.closeMenu() }}
    >
      <Sidebar {...menu} collapsed={false} onNavigate={onClose} />
    </Drawer>
  )
}
