import { Anchor, Center, Stack, Text, Title } from '@mantine/core'
import { useEffect } from 'react'
import { Link } from 'react-router'
import { m } from '#platform/messages/messages.ts'

export function Component() {
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
      </Stack>
    </Center>
  )
}
