import { Alert, Button, Code, CopyButton, Group, Stack, Text } from '@mantine/core'
import { m } from '#platform/messages/messages.ts'

interface SecretShownProps {
  /** Names the secret, such as 'Secret'. */
  readonly label: string
  readonly secret: string
  /** Tells the user where to store it. */
  readonly text: string
  readonly onDone: () => void
}

/** A secret, this one time. */
export function SecretShown({ label, secret, text, onDone }: SecretShownProps) {
  return (
    <Stack>
      <Text>{text}</Text>
      <Code block fz="sm" style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' }} aria-label={label}>
        {secret}
      </Code>
      <Alert color="yellow">{m.notShownAgain()}</Alert>
      <Group justify="flex-end">
        <CopyButton value={secret}>
          {({ copied, copy }) => (
            <Button variant="default" onClick={copy}>
              {copied ? m.copied() : m.copy()}
            </Button>
          )}
        </CopyButton>
        <Button onClick={onDone}>{m.secretKept()}</Button>
      </Group>
    </Stack>
  )
}
