import { Button, Stack, Text, TextInput, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatEurosExact } from '#platform/domain/money.ts'
import { ReasonDialog } from '#platform/web/app/forms/reason-dialog.tsx'
import { MailNote } from '#platform/web/app/session/mail-note.tsx'
import { toastFailure, toastSuccess } from '#platform/web/app/toasts/toasts.ts'
import { dayInputText } from '#platform/web/ui/dates.ts'
import { SideDialog } from '#platform/web/ui/dialogs/dialog.tsx'
import drawer from '#platform/web/ui/dialogs/drawer-foot.module.css'
import { EmptyState, QueryBoundary } from '#platform/web/ui/page/states.tsx'
import { SoftText } from '#platform/web/ui/soft-text.ts'
import { exclusionForm, type RunPreview } from '../api/payout-runs.ts'
import { m } from '../messages/messages.ts'
import { type ExclusionInput, issueRun, previewQuery } from './data.ts'
import { type Exclusion, PlannedPayout } from './planned-payout.tsx'
import classes from './run-drawer.module.css'

interface RunDrawerProps {
  readonly onClose: () => void
  /** Called with the id of the run once it is issued. */
  readonly onIssued: (runId: string) => void
}

/** Preview of a run: who is paid what, what waits and why. Nothing is stored before it is issued. */
export default function RunDrawer({ onClose, onIssued }: RunDrawerProps) {
  const [payableUntil, setPayableUntil] = useState(() => dayInputText(new Date()))
  const [exclusions, setExclusions] = useState<readonly ExclusionInput[]>([])
  const [exclusion, setExclusion] = useState<Exclusion | null>(null)
  const preview = useQuery({ ...previewQuery(payableUntil, exclusions), enabled: payableUntil !== '' })
  const issue = async (runPreview: RunPreview) => {
    try {
      const run = await issueRun(payableUntil, exclusions, runPreview)
      toastSuccess(m.payoutsIssued(), `${m.payoutCount({ count: run.payouts })}, ${formatEurosExact(run.totalCents)}`)
      onIssued(run.id)
    } catch (error) {
      void preview.refetch()
      toastFailure(m.error(), error)
    }
  }
  return (
    <SideDialog onClose={onClose} dirty={exclusions.length > 0} title={m.newPayoutRun()} size="lg" position="right">
      <Stack>
        <TextInput
          label={m.payableUpTo()}
          description={m.payableUpToHint()}
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
          title={m.leaveOutOfRun()}
          text={m.leaveOutQuestion({ what: exclusion.what })}
          description={m.keptWithRun()}
          max={500}
          action={m.leaveOut()}
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
    return <EmptyState title={m.nothingPayable()} text={m.nothingPayableHint()} />
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
        <section aria-label={m.toBePaid()}>
          <Title order={3} fz={16}>
            {m.toBePaid()}
          </Title>
          {list(m.partnersToBePaid(), payable)}
        </section>
      )}
      {waiting.length > 0 && (
        <section aria-label={m.waiting()}>
          <Title order={3} fz={16} mt="md">
            {m.waiting()}
          </Title>
          {list(m.partnersWhoWait(), waiting)}
        </section>
      )}
      <div className={drawer.foot}>
        <div>
          <Text fw={600} className="figure">
            {formatEurosExact(totals.totalCents)}
          </Text>
          <SoftText fz="xs" className="figure">
            {m.payoutCount({ count: totals.payouts })}
            {totals.vatCents > 0 &&
              `, ${m.netAndVat({ net: formatEurosExact(totals.netCents), vat: formatEurosExact(totals.vatCents) })}`}
          </SoftText>
        </div>
        <Button onClick={issue} loading={isIssuing} disabled={totals.payouts === 0 || busy}>
          {m.issueRun({ count: totals.payouts, sum: formatEurosExact(totals.totalCents) })}
        </Button>
        <SoftText fz="xs" w="100%">
          {m.amountsAreFinal()}
        </SoftText>
        <MailNote />
      </div>
    </div>
  )
}
