import { UnstyledButton, VisuallyHidden } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import type { Me } from '#platform/api/session.ts'
import { toastFailure } from '#platform/web/app/toasts/toasts.ts'
import { m } from '#portal/messages/messages.ts'
import { useAccountInAddress } from './account-address.ts'
import type { AccountEntry } from './account-entries.ts'
import classes from './account-menu.module.css'

const load = () => import('./account-menu-entries.tsx')
/** When somebody is about to open it. */
const preload = () => void load().catch(() => null)
const Entries = lazy(load)

interface AccountMenuProps {
  readonly me: Me
  /** The open dialog; state of the shell, because the command palette opens it too. */
  readonly open: AccountEntry | null
  readonly onOpen: (entry: AccountEntry | null) => void
  readonly onSignOut: () => void
}

/** Account menu: everything that is not in the two specified menus. */
export function AccountMenu({ me, open, onOpen, onSignOut }: AccountMenuProps) {
  useAccountInAddress(me.role, onOpen)
  const Dialog = open?.dialog
  const [menu, setMenu] = useState<HTMLElement | null>(null)
  // Mounted once it is loaded: without a network the page stays.
  const toggle = (button: HTMLElement) =>
    void load().then(
      () => setMenu((now) => (now ? null : button)),
      (error) => toastFailure(m.error(), error, m.menuNotLoaded()),
    )
  const initials = me.fullName
    .split(/\s+/)
    .map((word) => word[0])
    .slice(0, 2)
    .join('')
    .toUpperCase()
  return (
    <>
      <UnstyledButton
        className={classes.button}
        aria-haspopup="menu"
        aria-expanded={false}
        onClick={({ currentTarget }) => toggle(currentTarget)}
        onPointerEnter={preload}
        onFocus={preload}
      >
        {initials}
        <VisuallyHidden> {m.accountOf({ name: me.fullName })}</VisuallyHidden>
      </UnstyledButton>
      <Suspense>
        {menu && <Entries me={me} button={menu} onOpen={onOpen} onSignOut={onSignOut} onClose={() => setMenu(null)} />}
      </Suspense>
      <Suspense>{Dialog && <Dialog me={me} onClose={() => onOpen(null)} />}</Suspense>
    </>
  )
}
