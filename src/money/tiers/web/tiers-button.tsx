import { Button } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { IconStairsUp } from '#platform/web/ui/icons.ts'
import { m } from '../messages/messages.ts'

const TiersDialog = lazy(() => import('./tiers-dialog.tsx'))

/** Button that opens the tiers dialog. */
export function TiersButton() {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button variant="default" leftSection={<IconStairsUp size={18} aria-hidden="true" />} onClick={() => setOpen(true)}>
        {m.tiers()}
      </Button>
      <Suspense>{open && <TiersDialog onClose={() => setOpen(false)} />}</Suspense>
    </>
  )
}
