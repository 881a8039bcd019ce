import { Anchor, Button, Group, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { Link } from 'react-router'
import { pagePaths } from '#access/domain/page-paths.ts'
import { WithRight } from '#access/web/with-right.tsx'
import { nameOf } from '#accounts/people/domain.ts'
import { PaymentDialog } from '#money/commissions/web/payment-dialog.tsx'
import { reason } from '#money/payouts/api/payout-runs.ts'
import { payoutLineStateLabels } from '#money/payouts/domain/payout-lines.ts'
import { formatEurosExact } from '#platform/domain/money.ts'
import { IdentityProof } from '#platform/web/app/forms/identity-proof.tsx'
import { ReasonDialog } from '#platform/web/app/forms/reason-dialog.tsx'
import { useMe } from '#platform/web/app/session/session.ts'
import { longDate, shortDate } from '#platform/web/ui/dates.ts'
import { Dialog, SideDialog } from '#platform/web/ui/dialogs/dialog.tsx'
import { IconDownload } from '#platform/web/ui/icons.ts'
import { MoneyLines } from '#platform/web/ui/money-lines.tsx'
import { QueryBoundary } from '#platform/web/ui/page/states.tsx'
import { Reference } from '#platform/web/ui/reference.tsx'
import { SoftText } from '#platform/web/ui/soft-text.ts'
import type { PayoutFile, PayoutFileDetail, PayoutFileLine } from '../api.ts'
import { m } from '../messages/messages.ts'
import { downloadPayoutFile, payoutFileQuery, payPayoutFile, saveFile, withdrawPayoutFile } from './data.ts'
import classes from './file-facts.module.css'
import { FileStateBadge } from './file-state.tsx'

const BankFileDrawer = lazy(() => import('./bank-file-drawer.tsx'))

/** 'REL-2026-11-0001 · Rejected: AC04' */
function noteOf({ payoutReference, state, reasons, payeeName }: PayoutFileLine): string {
  const bankName = payeeName ? m.bankKnows({ payeeName }) : ''
  const label = payoutLineStateLabels[state]
  return `${payoutReference} · ${reasons ? m.stateBecause({ state: label, reasons }) : label}${bankName}`
}

function Details({ file, onClose }: { file: PayoutFileDetail; onClose: () => void }) {
  const [action, setAction] = useState<'xml' | 'csv' | 'pay' | 'withdraw' | 'replace' | null>(null)
  const close = () => setAction(null)
  return (
    <Stack>
      <Group justify="space-between" align="flex-start">
        <div>
          <Text className="display figure" fz={28}>
            {formatEurosExact(file.totalCents)}
          </Text>
          <SoftText>
            <Reference value={file.reference} />
            {m.madeOnBy({ count: file.lineCount, day: longDate(file.createdAt), name: nameOf(file.createdBy) })}
          </SoftText>
        </div>
        <FileStateBadge state={file.state} />
      </Group>
      <Group gap="sm">
        {file.can.pay && (
          <Button variant="default" onClick={() => setAction('pay')}>
            {m.markPaid()}
          </Button>
        )}
        <WithRight right="money">
          <Button variant="default" leftSection={<IconDownload size={16} aria-hidden="true" />} onClick={() => setAction('xml')}>
            {m.download()}
          </Button>
          <Button variant="default" onClick={() => setAction('csv')}>
            CSV
          </Button>
        </WithRight>
        {file.can.replace && (
          <Button variant="default" onClick={() => setAction('replace')}>
            {m.makeAgain()}
          </Button>
        )}
        {file.can.withdraw && (
          <Button variant="subtle" color="red" onClick={() => setAction('withdraw')}>
            {m.withdraw()}
          </Button>
        )}
      </Group>
      <FileFacts file={file} />
      <section aria-label={m.transfers()}>
        <Title order={3} fz={16}>
          {m.transfers()}
        </Title>
        <MoneyLines
          label={m.transfersOfFile()}
          lines={file.lines.map((line) => ({
            key: line.id,
            name: line.holder,
            note: noteOf(line),
            amountCents: line.totalCents,
          }))}
        />
      </section>
      {(action === 'xml' || action === 'csv') && <DownloadDialog file={file} as={action} onClose={close} />}
      {action === 'pay' && <PayFileDialog file={file} onClose={close} />}
      {action === 'withdraw' && <WithdrawDialog file={file} onClose={close} />}
      <Suspense>
        {action === 'replace' && (
          <BankFileDrawer
            selection={{ replaces: file.id }}
            replaced={file.reference}
            onClose={() => {
              close()
              onClose()
            }}
          />
        )}
      </Suspense>
    </Stack>
  )
}

/** A file with its transfers and what can be done with it. */
export default function FileDrawer({ id, onClose }: { id: string; onClose: () => void }) {
  const file = useQuery(payoutFileQuery(id))
  return (
    <SideDialog onClose={onClose} title={file.data?.reference ?? m.bankFile()} size="lg" position="right">
      <QueryBoundary query={file}>{(details) => <Details file={details} onClose={onClose} />}</QueryBoundary>
    </SideDialog>
  )
}

/** Confirmation that everything of a file that is under way was paid. */
function PayFileDialog({ file, onClose }: { file: PayoutFileDetail; onClose: () => void }) {
  const amount = formatEurosExact(file.liveCents)
  const about = m.transfersOf({ count: file.liveCount, reference: file.reference, amount })
  return (
    <PaymentDialog
      title={m.markFilePaid()}
      text={m.markFilePaidQuestion({ about })}
      action={m.markAmountPaid({ amount })}
      draft={`payment of ${file.id}`}
      done={[m.markedAsPaid(), about]}
      onPay={(payment) => payPayoutFile(file, payment)}
      onClose={onClose}
    />
  )
}

/** Takes a file back that the bank did not execute. */
function WithdrawDialog({ file, onClose }: { file: PayoutFileDetail; onClose: () => void }) {
  return (
    <ReasonDialog
      rule={reason}
      title={m.withdrawFile()}
      text={m.withdrawQuestion({ reference: file.reference })}
      max={500}
      action={m.withdrawFile()}
      cancel={m.keepIt()}
      danger
      draft={`withdrawal of file ${file.id}`}
      done={[m.fileWasWithdrawn(), file.reference]}
      onSend={(why) => withdrawPayoutFile(file.id, why)}
      onClose={onClose}
    />
  )
}

interface DownloadDialogProps {
  readonly file: PayoutFile
  readonly as: 'xml' | 'csv'
  readonly onClose: () => void
}

/** Downloads a file again, for the password or the second factor. */
function DownloadDialog({ file, as, onClose }: DownloadDialogProps) {
  const { twoFactorEnabled } = useMe()
  return (
    <Dialog onClose={onClose} title={`${file.reference}.${as}`}>
      <IdentityProof
        by={twoFactorEnabled ? 'code' : 'password'}
        action={m.download()}
        errorTitle={m.error()}
        onClose={onClose}
        onConfirm={async (proof) => {
          saveFile(await downloadPayoutFile(file.id, as, proof))
          onClose()
        }}
      >
        <Text fz="sm">{m.downloadRecorded()}</Text>
      </IdentityProof>
    </Dialog>
  )
}

function Fact({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </>
  )
}

const other = (file: { readonly id: string; readonly reference: string }) => (
  <Anchor component={Link} to={`${pagePaths.adminPayouts}?file=${file.id}`}>
    {file.reference}
  </Anchor>
)

/** What a file says about itself, and which files it stands for. */
function FileFacts({ file }: { file: PayoutFileDetail }) {
  const { executeOn, format, instant, batchBooking, sha256, withdrawnAt, withdrawReason, replaces, replacedBy } = file
  return (
    <dl className={classes.facts}>
      <Fact label={m.executedOn()}>{shortDate(`${executeOn}T12:00:00Z`)}</Fact>
      <Fact label={m.format()}>
        {format}
        {instant && m.alsoInstant()}, {batchBooking ? m.oneDebit() : m.oneDebitEach()}
      </Fact>
      {withdrawnAt && (
        <Fact label={m.withdrawn()}>{m.refusedBecause({ day: longDate(withdrawnAt), reason: withdrawReason ?? '' })}</Fact>
      )}
      {replaces && <Fact label={m.replaces()}>{other(replaces)}</Fact>}
      {replacedBy && <Fact label={m.replacedBy()}>{other(replacedBy)}</Fact>}
      <Fact label="SHA-256">
        <code className={classes.hash}>{sha256}</code>
      </Fact>
    </dl>
  )
}
