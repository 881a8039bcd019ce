import { Alert, Button, Code, CopyButton, Group, Stack, Text } from '@mantine/core'

interface SecretShownProps {
  /** Names the secret, such as 'key' or 'secret'. */
  readonly what: string
  readonly secret: string
  /** Tells the user where to store it. */
  readonly text: string
  readonly onDone: () => void
}

/** A secret, this one time. */
export function SecretShown({ what, secret, text, onDone }: SecretShownProps) {
  return (
    <Stack>
      <Text>{text}</Text>
      <Code block fz="sm" style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' }} aria-label={`The ${what}`}>
        {secret}
      </Code>
      <Alert color="yellow">It is not shown again: the portal does not keep it in a form that could be read here.</Alert>
      <Group justify="flex-end">
        <CopyButton value={secret}>
          {({ copied, copy }) => (
            <Button variant="default" onClick={copy}>
              {copied ? 'Copied' : `Copy the ${what}`}
            </Button>
          )}
        </CopyButton>
        <Button onClick={onDone}>I have kept it</Button>
      </Group>
    </Stack>
  )
}
