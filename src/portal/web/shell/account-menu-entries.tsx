import { Menu, useMantineColorScheme } from '@mantine/core'
import type { Me } from '#platform/api/session.ts'
import { AnchoredMenu } from '#platform/web/ui/dialogs/anchored-menu.tsx'
import { IconLogout, IconMoon, IconSun, IconSunMoon } from '#platform/web/ui/icons.ts'
import { m } from '#portal/messages/messages.ts'
import { type AccountEntry, accountEntries } from './account-entries.ts'

interface AccountMenuEntriesProps {
  readonly me: Me
  readonly button: HTMLElement
  readonly onOpen: (entry: AccountEntry) => void
  readonly onSignOut: () => void
  readonly onClose: () => void
}

const icon = { size: 16, stroke: 1.6, 'aria-hidden': 'true' } as const

/** The open account menu. */
export default function AccountMenuEntries({ me, button, onOpen, onSignOut, onClose }: AccountMenuEntriesProps) {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  return (
    <AnchoredMenu button={button} width={240} onClose={onClose}>
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
      <Menu.Label>{m.theme()}</Menu.Label>
      <Menu.RadioGroup value={colorScheme} onChange={(value) => setColorScheme(value as 'light' | 'dark' | 'auto')}>
        <Menu.RadioItem value="light" rightSection={<IconSun {...icon} />}>
          {m.themeLight()}
        </Menu.RadioItem>
        <Menu.RadioItem value="dark" rightSection={<IconMoon {...icon} />}>
          {m.themeDark()}
        </Menu.RadioItem>
        <Menu.RadioItem value="auto" rightSection={<IconSunMoon {...icon} />}>
          {m.themeSystem()}
        </Menu.RadioItem>
      </Menu.RadioGroup>
      <Menu.Divider />
      <Menu.Item leftSection={<IconLogout {...icon} />} onClick={onSignOut}>
        {m.signOut()}
      </Menu.Item>
    </AnchoredMenu>
  )
}
