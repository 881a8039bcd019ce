import { Anchor, Center, Stack, Text, Title } from '@mantine/core'
import { Link } from 'react-router'

export function Component() {
  return (
    <Center mih="100dvh" component="main" lang="en">
      <Stack align="center" gap="xs">
        <Title order={1}>404</Title>
        <Text fz="lg">Oops! Page not found</Text>
        <Anchor component={Link} to="/">
          Return to Home
        </Anchor>
      </Stack>
    </Center>
  )
}
