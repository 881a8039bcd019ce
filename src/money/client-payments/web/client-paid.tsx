import { Button } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { WithRight } from '#access/web/with-right.tsx'
import { useMe } from '#platform/web/app/session/session.ts'
import { m } from '../messages/messages.ts'

const RecordDialog = lazy(async () => ({ default: (await import('./record-dialog.tsx')).RecordDialog }))

interface ClientPaidProps {
  readonly leadId: string
  /** Tells whether the dialog is open on top, which Escape closes. */
  readonly onAsking: (isAsking: boolean) => void
}

/** Button of a signed lead by which staff record that its client has paid. */
export function ClientPaid({ leadId, onAsking }: ClientPaidProps) {
  const [isOpen, setOpen] = useState(false)
  const ask = (open: boolean) => {
    setOpen(open)
    onAsking(open)
  }
  if (useMe().role !== 'admin') return null
  return (
    <WithRight right="money">
      <Button size="xs" onClick={() => ask(true)}>
        {m.clientHasPaid()}
      </Button>
      <Suspense>{isOpen && <RecordDialog leadId={leadId} onClose={() => ask(false)} />}</Suspense>
    </WithRight>
  )
}
