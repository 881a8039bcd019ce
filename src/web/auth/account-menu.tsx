import { Menu, UnstyledButton, useMantineColorScheme, VisuallyHidden } from '@mantine/core'
import {
  IconDeviceLaptop,
  IconLogout,
  IconMoon,
  IconPassword,
  IconSettings,
  IconShieldLock,
  IconSun,
  IconSunMoon,
  IconUser,
} from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import type { Me } from '#contract/auth.ts'
import classes from './account-menu.module.css'

const dialogs = {
  profile: lazy(() => import('./profile-dialog.tsx')),
  password: lazy(() => import('./password-dialog.tsx')),
  twoFactor: lazy(() => import('./two-factor-dialog.tsx')),
  sessions: lazy(() => import('./sessions-dialog.tsx')),
  settings: lazy(() => import('../settings/settings-drawer.tsx')),
}

/** The person's own affairs: everything that the two specified menus have no place for. */
export function AccountMenu({ me, onSignOut }: { me: Me; onSignOut: () => void }) {
  const [open, setOpen] = useState<keyof typeof dialogs | null>(null)
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const Dialog = open && dialogs[open]
  const initials = me.fullName
    .split(/\s+/)
    .map((word) => word[0])
    .slice(0, 2)
    .join('')
    .toUpperCase()
  const icon = { size: 16, stroke: 1.6, 'aria-hidden': 'true' } as const
  return (
    <>
      <Menu width={240} position="bottom-end">
        <Menu.Target>
          <UnstyledButton className={classes.button}>
            {initials}
            <VisuallyHidden> Account of {me.fullName}</VisuallyHidden>
          </UnstyledButton>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Label>
            {me.fullName}
            <br />
            {me.email}
          </Menu.Label>
          <Menu.Item leftSection={<IconUser {...icon} />} onClick={() => setOpen('profile')}>
            Profile
          </Menu.Item>
          <Menu.Item leftSection={<IconPassword {...icon} />} onClick={() => setOpen('password')}>
            Password
          </Menu.Item>
          <Menu.Item leftSection={<IconShieldLock {...icon} />} onClick={() => setOpen('twoFactor')}>
            Two-factor
          </Menu.Item>
          <Menu.Item leftSection={<IconDeviceLaptop {...icon} />} onClick={() => setOpen('sessions')}>
            Sessions
          </Menu.Item>
          {me.role === 'admin' && (
            <Menu.Item leftSection={<IconSettings {...icon} />} onClick={() => setOpen('settings')}>
              Provider settings
            </Menu.Item>
          )}
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
        </Menu.Dropdown>
      </Menu>
      <Suspense>{Dialog && <Dialog me={me} onClose={() => setOpen(null)} />}</Suspense>
    </>
  )
}
