import { Button } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { useInUse } from '#access/web/rights.ts'
import { useOpenedByAddress } from '#platform/web/app/opened-by-address.ts'
import { useFilesOverPage } from '#platform/web/ui/fields/files-over-page.ts'
import { IconUpload } from '#platform/web/ui/icons.ts'
import { m } from '../messages/messages.ts'
import classes from './bank-answers.module.css'

const BankAnswerDrawer = lazy(() => import('./bank-answer-drawer.tsx'))

/**
 * Opens the reading of a bank's answer: by the button, once there is something to answer, by its address, or by files that are
 * dropped anywhere on its page.
 */
export function BankAnswerButton() {
  const isUsed = useInUse('bankAnswers')
  const [files, setFiles] = useState<readonly File[] | null>(null)
  // What is dropped while the drawer is open is read after what is open.
  const add = (more: readonly File[]) => setFiles((open) => [...(open ?? []), ...more])
  const isOver = useFilesOverPage(add)
  useOpenedByAddress('answer', 'money', () => add([]))
  return (
    <>
      {isUsed && (
        <Button variant="default" leftSection={<IconUpload size={18} aria-hidden="true" />} onClick={() => add([])}>
          {m.bankAnswer()}
        </Button>
      )}
      {isOver && (
        <div className={classes.over} aria-hidden="true">
          <p>{m.dropAnywhere()}</p>
        </div>
      )}
      <Suspense>{files && <BankAnswerDrawer files={files} onFiles={add} onClose={() => setFiles(null)} />}</Suspense>
    </>
  )
}
