import { Anchor, Center, Stack, Text, Title } from '@mantine/core'
import { useEffect } from 'react'
import { Link } from 'react-router'
import { m } from '#platform/messages/messages.ts'
import { useSettings } from '#platform/web/app/session/session.ts'
import { LegalLinks } from '#platform/web/ui/page/legal-links.tsx'

export function Component() {
  const settings = useSettings()
  useEffect(() => {
    document.title = m.pageNotFound()
  }, [])
  return (
    <Center mih="100dvh" component="main">
      <Stack align="center" gap="xs">
        <Title order={1}>404</Title>
        <Text lang={m.pageNotFound.lang} fz="lg">
          {m.pageNotFound()}
        </Text>
        <Anchor lang={m.returnHome.lang} component={Link} to="/">
          {m.returnHome()}
        </Anchor>
        <LegalLinks settings={settings} />
      </Stack>
    </Center>
  )
}
