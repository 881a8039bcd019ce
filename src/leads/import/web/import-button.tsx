import { Button } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { IconUpload } from '#platform/web/ui/icons.ts'

/** Lazy: the CSV parser is only needed for an import. */
const ImportDialog = lazy(() => import('./import-dialog.tsx'))

/** Opens the import dialog. */
export function ImportButton({ as, children }: { as: 'partner' | 'admin'; children: string }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button variant="default" leftSection={<IconUpload size={18} aria-hidden="true" />} onClick={() => setIsOpen(true)}>
        {children}
      </Button>
      <Suspense>{isOpen && <ImportDialog as={as} onClose={() => setIsOpen(false)} />}</Suspense>
    </>
  )
}
