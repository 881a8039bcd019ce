import { Button } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { useOpenedByAddress } from '#platform/web/app/opened-by-address.ts'
import { IconUpload } from '#platform/web/ui/icons.ts'

const BankAnswerDrawer = lazy(() => import('./bank-answer-drawer.tsx'))

/** Button that opens the reading of a bank's answer. */
export function BankAnswerButton() {
  const [open, setOpen] = useState(false)
  useOpenedByAddress('answer', 'money', () => setOpen(true))
  return (
    <>
      <Button variant="default" leftSection={<IconUpload size={18} aria-hidden="true" />} onClick={() => setOpen(true)}>
        Bank answer
      </Button>
      <Suspense>{open && <BankAnswerDrawer onClose={() => setOpen(false)} />}</Suspense>
    </>
  )
}
