import { Button, Group, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { formatEurosExact } from '#platform/domain/money.ts'
import { m } from '../messages/messages.ts'
import { payoutFileQuery } from './data.ts'
import { FileStateCell } from './file-state.tsx'

interface FileBarProps {
  readonly fileId: string
  readonly onOpen: (id: string) => void
}

/** The bank file by which the list is filtered: its state, and the way to what can be done with it. */
export function FileBar({ fileId, onOpen }: FileBarProps) {
  const { data: file } = useQuery(payoutFileQuery(fileId))
  if (!file) return null
  return (
    <Group className="surface" role="region" aria-label={m.theBankFile()} p="sm" mb="md" gap="sm">
      <Text fz="sm" fw={500} className="figure">
        {file.reference}, {formatEurosExact(file.totalCents)}
      </Text>
      <div style={{ marginRight: 'auto' }}>
        <FileStateCell file={file} />
      </div>
      <Button size="sm" variant="default" onClick={() => onOpen(file.id)}>
        {m.openFile()}
      </Button>
    </Group>
  )
}
