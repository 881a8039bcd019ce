import { Button } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { IconDownload } from '#platform/web/ui/icons.ts'
import { m } from '../messages/messages.ts'

const BankFileDrawer = lazy(() => import('./bank-file-drawer.tsx'))

/** Makes a file of all approved payouts, or of those of the run that is shown. */
export function BankFileButton({ runId }: { readonly runId?: string | undefined }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button variant="default" leftSection={<IconDownload size={18} aria-hidden="true" />} onClick={() => setOpen(true)}>
        {m.bankFile()}
      </Button>
      <Suspense>{isOpen && <BankFileDrawer selection={runId ? { runId } : {}} onClose={() => setOpen(false)} />}</Suspense>
    </>
  )
}
