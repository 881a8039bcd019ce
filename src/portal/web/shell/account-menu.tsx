import { Menu, UnstyledButton, useMantineColorScheme, VisuallyHidden } from '@mantine/core'
import { Suspense, useState } from 'react'
import type { Me } from '#platform/api/session.ts'
import { AnchoredMenu } from '#platform/web/ui/dialogs/anchored-menu.tsx'
import { IconLogout, IconMoon, IconSun, IconSunMoon } from '#platform/web/ui/icons.ts'
import { useAccountInAddress } from './account-address.ts'
import { type AccountEntry, accountEntries } from './account-entries.ts'
import classes from './account-menu.module.css'

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
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const Dialog = open?.dialog
  const [menu, setMenu] = useState<HTMLElement | null>(null)
  const initials = me.fullName
    .split(/\s+/)
    .map((word) => word[0])
    .slice(0, 2)
    .join('')
    .toUpperCase()
  const icon = { size: 16, stroke: 1.6, 'aria-hidden': 'true' } as const
  return (
    <>
      <UnstyledButton
        className={classes.button}
        aria-haspopup="menu"
        aria-expanded={false}
        onClick={({ currentTarget }) => setMenu(menu ? null : currentTarget)}
      >
        {initials}
        <VisuallyHidden> Account of {me.fullName}</VisuallyHidden>
      </UnstyledButton>
      {menu && (
        <AnchoredMenu button={menu} width={240} onClose={() => setMenu(null)}>
          <Menu.Label>
            {me.fullName}
            <br />
            {me.email}
          </Menu.Label>
          {accountEntries(me).map((entry) => (
            <Menu.Item key={entry.label} leftSection={<entry.icon {...icon} />} onClick={() => onOpen(entry)}>
              {entry.label}
            </Menu.Item>
          ))}
          <Menu.Divider />
          <Menu.Label>Theme</Menu.Label>
          <Menu.RadioGroup value={colorScheme} onChange={(value) => setColorScheme(value as 'light' | 'dark' | 'auto')}>
            <Menu.RadioItem value="light" rightSection={<IconSun {...icon} />}>
              Light
            </Menu.RadioItem>
            <Menu.RadioItem value="dark" rightSection={<IconMoon {...icon} />}>
              Dark
            </Menu.RadioItem>
            <Menu.RadioItem value="auto" rightSection={<IconSunMoon {...icon} />}>
              System
            </Menu.RadioItem>
          </Menu.RadioGroup>
          <Menu.Divider />
          <Menu.Item leftSection={<IconLogout {...icon} />} onClick={onSignOut}>
            Sign out
          </Menu.Item>
        </AnchoredMenu>
      )}
      <Suspense>{Dialog && <Dialog me={me} onClose={() => onOpen(null)} />}</Suspense>
    </>
  )
}
