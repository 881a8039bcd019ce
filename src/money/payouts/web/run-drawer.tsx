import { Button, Stack, Text, TextInput, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatEurosExact } from '#platform/domain/money.ts'
import { ReasonDialog } from '#platform/web/app/forms/reason-dialog.tsx'
import { toastFailure, toastSuccess } from '#platform/web/app/toasts/toasts.ts'
import { dayInputText } from '#platform/web/ui/dates.ts'
import { SideDialog } from '#platform/web/ui/dialogs/dialog.tsx'
import { EmptyState, QueryBoundary } from '#platform/web/ui/page/states.tsx'
import { SoftText } from '#platform/web/ui/soft-text.ts'
import { exclusionForm, type RunPreview } from '../api/payout-runs.ts'
import { type ExclusionInput, issueRun, previewQuery } from './data.ts'
import { type Exclusion, PlannedPayout } from './planned-payout.tsx'
import classes from './run-drawer.module.css'

const countPayouts = (count: number) => (count === 1 ? '1 payout' : `${count} payouts`)

interface RunDrawerProps {
  readonly onClose: () => void
  /** Called with the id of the run once it is issued. */
  readonly onIssued: (runId: string) => void
}

/** Preview of a run: who is paid what, what waits and why. Nothing is stored before it is issued. Mounted only while open. */
export default function RunDrawer({ onClose, onIssued }: RunDrawerProps) {
  const [payableUntil, setPayableUntil] = useState(() => dayInputText(new Date()))
  const [exclusions, setExclusions] = useState<readonly ExclusionInput[]>([])
  const [exclusion, setExclusion] = useState<Exclusion | null>(null)
  const preview = useQuery({ ...previewQuery(payableUntil, exclusions), enabled: payableUntil !== '' })
  const issue = async (runPreview: RunPreview) => {
    try {
      const run = await issueRun(payableUntil, exclusions, runPreview)
      toastSuccess('Payouts issued', `${countPayouts(run.payouts)}, ${formatEurosExact(run.totalCents)}`)
      onIssued(run.id)
    } catch (error) {
      void preview.refetch()
      toastFailure('Error', error)
    }
  }
  return (
    <SideDialog onClose={onClose} filled={exclusions.length > 0} title="New payout run" size="lg" position="right">
      <Stack>
        <TextInput
          label="Payable up to"
          description="Validated commissions that are payable by this day, and everything that was taken back"
          type="date"
          required
          value={payableUntil}
          onChange={({ currentTarget }) => setPayableUntil(currentTarget.value)}
        />
        <QueryBoundary query={preview} rows={4}>
          {(runPreview) => (
            <Preview
              preview={runPreview}
              onExclude={setExclusion}
              onInclude={({ partnerId, commissionId }) =>
                setExclusions(exclusions.filter((each) => each.partnerId !== partnerId || each.commissionId !== commissionId))
              }
              onIssue={() => issue(runPreview)}
              busy={preview.isPlaceholderData}
            />
          )}
        </QueryBoundary>
      </Stack>
      {exclusion && (
        <ReasonDialog
          rule={exclusionForm.shape.reason}
          title="Leave out of this run"
          text={`Leave out ${exclusion.what}? It can be in the next run.`}
          description="Kept with the run, for staff"
          maxLength={500}
          action="Leave out"
          draft={`exclusion of ${exclusion.partnerId} ${exclusion.commissionId}`}
          onSend={async (reason) =>
            setExclusions([...exclusions, { partnerId: exclusion.partnerId, commissionId: exclusion.commissionId, reason }])
          }
          onClose={() => setExclusion(null)}
        />
      )}
    </SideDialog>
  )
}

interface PreviewProps {
  readonly preview: RunPreview
  readonly onExclude: (exclusion: Exclusion) => void
  readonly onInclude: (exclusion: Omit<ExclusionInput, 'reason'>) => void
  readonly onIssue: () => Promise<void>
  readonly busy: boolean
}

function Preview({ preview, onExclude, onInclude, onIssue, busy }: PreviewProps) {
  const { payouts, totals, minimumCents } = preview
  const [isIssuing, setIssuing] = useState(false)
  const issue = () => {
    setIssuing(true)
    void onIssue().finally(() => setIssuing(false))
  }
  const payable = payouts.filter(({ withheld }) => !withheld)
  const waiting = payouts.filter(({ withheld }) => withheld)
  if (payouts.length === 0) {
    return <EmptyState title="Nothing is payable by this day" text="Choose a later day to pay commissions before they are due." />
  }
  const list = (label: string, rows: typeof payouts) => (
    <ul className={classes.partners} aria-label={label}>
      {rows.map((planned) => (
        <PlannedPayout
          key={planned.partner.id}
          planned={planned}
          minimumCents={minimumCents}
          onExclude={onExclude}
          onInclude={onInclude}
        />
      ))}
    </ul>
  )
  return (
    <div aria-busy={busy}>
      {payable.length > 0 && (
        <section aria-label="To be paid">
          <Title order={3} fz={16}>
            To be paid
          </Title>
          {list('Partners to be paid', payable)}
        </section>
      )}
      {waiting.length > 0 && (
        <section aria-label="Waiting">
          <Title order={3} fz={16} mt="md">
            Waiting
          </Title>
          {list('Partners who wait', waiting)}
        </section>
      )}
      <div className={classes.foot}>
        <div>
          <Text fw={600} className="figure">
            {formatEurosExact(totals.totalCents)}
          </Text>
          <SoftText fz="xs" className="figure">
            {countPayouts(totals.payouts)}
            {totals.vatCents > 0 && `, ${formatEurosExact(totals.netCents)} + ${formatEurosExact(totals.vatCents)} VAT`}
          </SoftText>
        </div>
        <Button onClick={issue} loading={isIssuing} disabled={totals.payouts === 0 || busy}>
          Issue {countPayouts(totals.payouts)}: {formatEurosExact(totals.totalCents)}
        </Button>
        <SoftText fz="xs" w="100%">
          Amounts are final from then on, and each partner gets a numbered statement by mail.
        </SoftText>
      </div>
    </div>
  )
}
