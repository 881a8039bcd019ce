import { Button } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { Link } from 'react-router'
import { settingsSectionPath } from '#access/domain/settings-sections.ts'
import { WithRight } from '#access/web/with-right.tsx'
import { BankAnswerButton } from '#money/bank-answers/web/answer-button.tsx'
import { BankFileButton } from '#money/payout-files/web/bank-file-button.tsx'
import { useOpenedByAddress } from '#platform/web/app/opened-by-address.ts'
import { IconPlus, IconSettings } from '#platform/web/ui/icons.ts'
import { m } from '../messages/messages.ts'

const RunDrawer = lazy(() => import('#money/payouts/web/run-drawer.tsx'))

interface PayoutButtonsProps {
  /** The run by which the list is filtered: the bank's file is made of it. */
  readonly runId: string | undefined
  readonly onIssued: (runId: string) => void
}

/** Buttons beside the title of the staff's payouts. */
export function PayoutButtons({ runId, onIssued }: PayoutButtonsProps) {
  const [open, setOpen] = useState<'run' | null>(null)
  const close = () => setOpen(null)
  useOpenedByAddress('run', 'money', () => setOpen('run'))
  return (
    <>
      <Button
        component={Link}
        to={settingsSectionPath('money')}
        variant="default"
        leftSection={<IconSettings size={18} aria-hidden="true" />}
      >
        {m.payoutSettings()}
      </Button>
      <WithRight right="money" explained>
        <BankAnswerButton />
        <BankFileButton runId={runId} />
        <Button leftSection={<IconPlus size={18} aria-hidden="true" />} onClick={() => setOpen('run')}>
          {m.newRun()}
        </Button>
      </WithRight>
      <Suspense>
        {open === 'run' && (
          <RunDrawer
            onClose={close}
            onIssued={(issuedId) => {
              close()
              onIssued(issuedId)
            }}
          />
        )}
      </Suspense>
    </>
  )
}
