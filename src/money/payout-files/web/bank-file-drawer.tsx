import { Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { pagePaths } from '#access/domain/page-paths.ts'
import type { PayoutProblemCode } from '#money/bank-files/domain/payout-problems.ts'
import { formatEurosExact } from '#platform/domain/money.ts'
import { IdentityProof, type Proof } from '#platform/web/app/forms/identity-proof.tsx'
import { useMe } from '#platform/web/app/session/session.ts'
import { toastSuccess } from '#platform/web/app/toasts/toasts.ts'
import { SideDialog } from '#platform/web/ui/dialogs/dialog.tsx'
import { LongText } from '#platform/web/ui/fields/long-text.tsx'
import { EmptyState, QueryBoundary } from '#platform/web/ui/page/states.tsx'
import type { PayoutFilePreview } from '../api.ts'
import { m } from '../messages/messages.ts'
import { type FileOptions, filePreviewQuery, makePayoutFile, saveFile } from './data.ts'
import { FileChoices } from './file-choices.tsx'
import { PlannedLines } from './planned-lines.tsx'
import { Questions, questionsOf } from './questions.tsx'

interface BankFileDrawerProps {
  /** Which payouts; all approved ones if nothing is said. */
  readonly selection: Pick<FileOptions, 'ids' | 'runId' | 'replaces'>
  /** Reference of the file that is made again. */
  readonly replaced?: string
  readonly onClose: () => void
}

/** What a file for the bank would hold, and the way from there to the file. Nothing is stored before. */
export default function BankFileDrawer({ selection, replaced, onClose }: BankFileDrawerProps) {
  const { twoFactorEnabled } = useMe()
  const navigate = useNavigate()
  const [choices, setChoices] = useState<FileOptions>({})
  const [leaveOut, setLeaveOut] = useState<readonly string[]>([])
  const [confirmed, setConfirmed] = useState<readonly PayoutProblemCode[]>([])
  const [reason, setReason] = useState('')
  const options = { ...selection, ...choices, leaveOut: [...leaveOut] }
  const preview = useQuery(filePreviewQuery(options))
  const make = async (filePreview: PayoutFilePreview, proof: Proof) => {
    const { format, executeOn, batchBooking, instant, contractNumber, count, totalCents, fingerprint } = filePreview
    const fileOptions = { format, executeOn, batchBooking, instant, contractNumber }
    const answered = { confirmed: [...confirmed], seen: { count, totalCents, fingerprint } }
    const why = selection.replaces ? { reason: reason.trim() } : {}
    try {
      const { file, content } = await makePayoutFile({ ...options, ...fileOptions, ...answered, ...why, ...proof })
      saveFile(content)
      toastSuccess(
        m.bankFileMade(),
        `${file.reference}, ${m.transferCount({ count: file.lineCount })}, ${formatEurosExact(file.totalCents)}`,
      )
      onClose()
      await navigate(`${pagePaths.adminPayouts}?in-file=${file.id}&file=${file.id}`)
    } catch (error) {
      void preview.refetch()
      throw error
    }
  }
  const title = replaced ? m.makeAgainTitle({ replaced }) : m.bankFile()
  return (
    <SideDialog onClose={onClose} dirty={leaveOut.length > 0 || reason !== ''} title={title} size="lg" position="right">
      <QueryBoundary query={preview} rows={5}>
        {(filePreview) => {
          if (filePreview.lines.length === 0) {
            return <EmptyState title={m.noApprovedPayout()} text={m.noApprovedPayoutHint()} />
          }
          const open = questionsOf(filePreview).filter(({ code }) => !confirmed.includes(code))
          const blocking = filePreview.problems.filter(({ effect }) => effect !== 'asks')
          const isReady = filePreview.count > 0 && open.length === 0 && blocking.length === 0 && !preview.isPlaceholderData
          return (
            <Stack aria-busy={preview.isPlaceholderData}>
              <FileChoices preview={filePreview} onChange={(change) => setChoices({ ...choices, ...change })} />
              <Questions preview={filePreview} confirmed={confirmed} onChange={setConfirmed} />
              <PlannedLines preview={filePreview} leaveOut={leaveOut} onChange={setLeaveOut} />
              {selection.replaces && (
                <LongText
                  label={m.whyMadeAgain()}
                  description={m.whyMadeAgainHint()}
                  required
                  minRows={2}
                  max={500}
                  value={reason}
                  onChange={({ currentTarget }) => setReason(currentTarget.value)}
                />
              )}
              <IdentityProof
                by={twoFactorEnabled ? 'code' : 'password'}
                action={m.makeFile({ count: filePreview.count, sum: formatEurosExact(filePreview.totalCents) })}
                disabled={!isReady || (selection.replaces !== undefined && reason.trim().length < 2)}
                errorTitle={m.error()}
                onClose={onClose}
                onConfirm={(proof) => make(filePreview, proof)}
              />
            </Stack>
          )
        }}
      </QueryBoundary>
    </SideDialog>
  )
}
