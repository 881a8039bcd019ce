import { Button, Code, CopyButton, Group, Stack, Text } from '@mantine/core'
import { FieldPair } from '#platform/web/ui/fields/field-pair.tsx'

/** Recovery codes, shown once. */
export function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const all = codes.join('\n')
  return (
    <Stack>
      <Text>Each of these codes signs you in once without your phone. They are not shown again.</Text>
      <FieldPair short>
        {codes.map((code) => (
          <Code key={code} fz="sm" ta="center">
            {code}
          </Code>
        ))}
      </FieldPair>
      <Group grow>
        <CopyButton value={all}>
          {({ copied, copy }) => (
            <Button variant="default" onClick={copy}>
              {copied ? 'Copied' : 'Copy'}
            </Button>
          )}
        </CopyButton>
        <Button component="a" variant="default" href={`data:text/plain,${encodeURIComponent(all)}`} download="recovery-codes.txt">
          Download
        </Button>
      </Group>
      <Button onClick={onDone}>I have kept them</Button>
    </Stack>
  )
}
