import { Menu, useMantineColorScheme } from '@mantine/core'
import type { Me } from '#access/api/session.ts'
import { chooseLanguage } from '#accounts/auth/web/account-data.ts'
import { type Language, languageNamed, writtenLanguages } from '#platform/domain/languages.ts'
import { useSettings } from '#platform/web/app/session/session.ts'
import { toastFailure } from '#platform/web/app/toasts/toasts.ts'
import { AnchoredMenu } from '#platform/web/ui/dialogs/anchored-menu.tsx'
import { IconLogout, IconMoon, IconSun, IconSunMoon } from '#platform/web/ui/icons.ts'
import { languageLabel, languageNames } from '#platform/web/ui/language-options.ts'
import { m } from '#portal/messages/messages.ts'
import { type AccountEntry, accountEntries } from './account-entries.ts'

interface AccountMenuEntriesProps {
  readonly me: Me
  readonly button: HTMLElement
  readonly onOpen: (entry: AccountEntry) => void
  readonly onSignOut: () => void
  readonly onClose: () => void
}

/** Chooses the language, which is that of a page that is loaded anew. */
async function readIn(language: Language | null): Promise<void> {
  try {
    await chooseLanguage(language)
    location.reload()
  } catch (error) {
    toastFailure(m.languageNotKept(), error)
  }
}

const icon = { size: 16, stroke: 1.6, 'aria-hidden': 'true' } as const

export default function AccountMenuEntries({ me, button, onOpen, onSignOut, onClose }: AccountMenuEntriesProps) {
  const settings = useSettings()
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
          {m.system()}
        </Menu.RadioItem>
      </Menu.RadioGroup>
      {!me.view && (
        <>
          <Menu.Divider />
          <Menu.Label>{m.language()}</Menu.Label>
          <Menu.RadioGroup value={me.ownLanguage ?? ''} onChange={(value) => void readIn(languageNamed(value))}>
            <Menu.RadioItem value="">{m.languageOfPortal({ language: languageLabel(settings.language) })}</Menu.RadioItem>
            {writtenLanguages.map((language) => (
              <Menu.RadioItem key={language} value={language} lang={language}>
                {languageNames[language]}
              </Menu.RadioItem>
            ))}
          </Menu.RadioGroup>
        </>
      )}
      <Menu.Divider />
      <Menu.Item leftSection={<IconLogout {...icon} />} onClick={onSignOut}>
        {m.signOut()}
      </Menu.Item>
    </AnchoredMenu>
  )
}
