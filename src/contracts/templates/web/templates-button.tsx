import { Button } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { IconTemplate } from '#platform/web/ui/icons.ts'
import { m } from '../messages/messages.ts'

const TemplatesDrawer = lazy(() => import('./templates-drawer.tsx'))

/** Button that opens the templates drawer. */
export function TemplatesButton() {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button variant="default" leftSection={<IconTemplate size={18} aria-hidden="true" />} onClick={() => setOpen(true)}>
        {m.templates()}
      </Button>
      <Suspense>{open && <TemplatesDrawer onClose={() => setOpen(false)} />}</Suspense>
    </>
  )
}
