import { Button, Code, CopyButton, Group, Stack, Text } from '@mantine/core'
import { FieldPair } from '#platform/web/ui/fields/field-pair.tsx'
import { m } from '../messages/messages.ts'

/** Recovery codes, shown once. */
export function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const all = codes.join('\n')
  return (
    <Stack>
      <Text>{m.recoveryCodesLead()}</Text>
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
              {copied ? m.copied() : m.copy()}
            </Button>
          )}
        </CopyButton>
        <Button component="a" variant="default" href={`data:text/plain,${encodeURIComponent(all)}`} download="recovery-codes.txt">
          {m.download()}
        </Button>
      </Group>
      <Button onClick={onDone}>{m.codesKept()}</Button>
    </Stack>
  )
}
