import { Alert, Button, Group, List, Text } from '@mantine/core'
import { useState } from 'react'
import { eventLabels } from '#operations/journal/web/event-labels.ts'
import { useAction } from '#platform/web/app/forms/use-action.ts'
import { toastSuccess } from '#platform/web/app/toasts/toasts.ts'
import { formatCount } from '#platform/web/ui/counts.ts'
import { shortDate } from '#platform/web/ui/dates.ts'
import { ConfirmDialog } from '#platform/web/ui/dialogs/confirm-dialog.tsx'
import { IconDownload } from '#platform/web/ui/icons.ts'
import type { EventName } from '#portal/api/events.ts'
import { m } from '../messages/messages.ts'
import type { KindHere } from './choices.ts'
import { applyImport, type ReadImport, undoImport } from './data.ts'
import { ImportRows } from './import-rows.tsx'
import { InvitePeople } from './invite-people.tsx'

interface ResultStepProps {
  readonly here: KindHere
  readonly read: ReadImport
  readonly onAnother: () => void
}

/** What an import has brought, what was left, and the way back while nothing has followed. */
export function ResultStep({ here, read, onAnother }: ResultStepProps) {
  const [isAsking, setAsking] = useState(false)
  const [obstacles, setObstacles] = useState<Awaited<ReturnType<typeof undoImport>>>([])
  const imported = read.counts.imported ?? 0
  const left = (read.counts.refused ?? 0) + (read.counts.duplicate ?? 0) + (read.counts.ready ?? 0)
  const { busy, run: goOn } = useAction(() => applyImport(read.id, {}))
  const undo = async () => {
    const found = await undoImport(read.id)
    setObstacles(found)
    setAsking(false)
    if (found.length === 0) toastSuccess(m.importUndone(), read.fileName)
  }
  return (
    <>
      <Text role="status" fw={600}>
        {read.state === 'undone' ? m.importUndone() : m.rowsImported({ count: imported, shown: formatCount(imported) })}
      </Text>
      {read.state === 'stopped' && <Alert color="yellow">{m.importStopped()}</Alert>}
      {left > 0 && <Text>{m.rowsLeft({ count: left, shown: formatCount(left) })}</Text>}
      {obstacles.length > 0 && (
        <Alert color="yellow" role="alert" title={m.undoHasObstacles()}>
          <List>
            {obstacles.map(({ title, event, at }) => (
              <List.Item key={`${title} ${at}`}>
                {m.obstacle({ title, event: eventLabels[event as EventName], day: shortDate(at) })}
              </List.Item>
            ))}
          </List>
        </Alert>
      )}
      {here.kind === 'partners' && read.state !== 'undone' && imported > 0 && <InvitePeople read={read} />}
      <ImportRows here={here} read={read} />
      <Group justify="flex-end">
        {read.can.undo && imported > 0 && (
          <Button variant="default" onClick={() => setAsking(true)}>
            {m.undoImport()}
          </Button>
        )}
        {left > 0 && (
          <Button
            component="a"
            href={`/api/refused-rows.csv?importId=${read.id}`}
            download
            variant="default"
            leftSection={<IconDownload size={16} aria-hidden="true" />}
          >
            {m.downloadRefused()}
          </Button>
        )}
        {read.can.apply && (
          <Button variant="default" loading={busy} onClick={goOn}>
            {m.resume()}
          </Button>
        )}
        <Button onClick={onAnother}>{m.anotherFile()}</Button>
      </Group>
      {isAsking && (
        <ConfirmDialog
          opened
          title={m.undoImport()}
          text={m.undoText({ count: imported, shown: formatCount(imported) })}
          action={m.undoImport()}
          onConfirm={undo}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  )
}
