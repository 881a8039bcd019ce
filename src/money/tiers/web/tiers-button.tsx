import { Button } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { useSettings } from '#platform/web/app/session/session.ts'
import { IconStairsUp } from '#platform/web/ui/icons.ts'
import { m } from '../messages/messages.ts'

const TiersDialog = lazy(() => import('./tiers-dialog.tsx'))

/** Button that opens the tiers dialog; where there are none, the settings do. */
export function TiersButton() {
  const [open, setOpen] = useState(false)
  if (useSettings().commission.tiers === 0) return null
  return (
    <>
      <Button variant="default" leftSection={<IconStairsUp size={18} aria-hidden="true" />} onClick={() => setOpen(true)}>
        {m.tiers()}
      </Button>
      <Suspense>{open && <TiersDialog onClose={() => setOpen(false)} />}</Suspense>
    </>
  )
}
