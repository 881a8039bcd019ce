import { UnstyledButton, VisuallyHidden } from '@mantine/core'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import type { Me } from '#access/api/session.ts'
import type { Role } from '#access/domain/actor.ts'
import { toastFailure } from '#platform/web/app/toasts/toasts.ts'
import { m } from '#portal/messages/messages.ts'
import { formerAccountAddresses } from '#provider/settings/domain/former-addresses.ts'
import { type AccountEntry, accountEntryAt } from './account-entries.ts'
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

/**
 * `?account=notifications` (used in mail) opens a dialog of the account menu; the parameter is then removed. What stood there
 * once is a card of the settings now, for staff.
 */
function useAccountInAddress(role: Role, onOpen: (entry: AccountEntry) => void): void {
  const [params, setParams] = useSearchParams()
  const navigate = useNavigate()
  const section = params.get('account')
  const followed = useRef<string | null>(null)
  useEffect(() => {
    // The shell is drawn again while it navigates: following the address once more would begin the navigation anew, for ever.
    if (followed.current === section) return
    followed.current = section
    if (section === null) return
    const moved = formerAccountAddresses[section]
    if (moved && role === 'admin') return void navigate(moved, { replace: true })
    const entry = accountEntryAt(section)
    if (entry) onOpen(entry)
    setParams(
      (others) => {
        others.delete('account')
        return others
      },
      { replace: true },
    )
  }, [section, role, onOpen, navigate, setParams])
}
