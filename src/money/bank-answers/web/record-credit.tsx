import { Button } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import type { KnownPayment } from '#money/client-payments/web/record-dialog.tsx'

const RecordDialog = lazy(async () => ({
  default: (await import('#money/client-payments/web/record-dialog.tsx')).RecordDialog,
}))

interface RecordCreditProps {
  readonly label: string
  /** The lead whose client has paid, if the credit tells. */
  readonly leadId?: string
  readonly known: KnownPayment
  readonly onRecorded: () => void
}

/** Records a credit of the bank's by hand, with what the file says of it already filled in. */
export function RecordCredit({ label, onRecorded, ...payment }: RecordCreditProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button size="compact-sm" variant="subtle" ml={-8} onClick={() => setOpen(true)}>
        {label}
      </Button>
      <Suspense>{isOpen && <RecordDialog {...payment} onRecorded={onRecorded} onClose={() => setOpen(false)} />}</Suspense>
    </>
  )
}
