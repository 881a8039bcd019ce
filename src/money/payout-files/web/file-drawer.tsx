import { Button, Group, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { nameOf } from '#accounts/people/domain.ts'
import { MoneyLines } from '#money/payouts/web/money-lines.tsx'
import { formatEurosExact } from '#platform/domain/money.ts'
import { WithRight } from '#platform/web/app/session/with-right.tsx'
import { longDate } from '#platform/web/ui/dates.ts'
import { SideDialog } from '#platform/web/ui/dialogs/dialog.tsx'
import { IconDownload } from '#platform/web/ui/icons.ts'
import { QueryBoundary } from '#platform/web/ui/page/states.tsx'
import { Reference } from '#platform/web/ui/reference.tsx'
import { SoftText } from '#platform/web/ui/soft-text.ts'
import type { PayoutFileDetail, PayoutFileLine } from '../api.ts'
import { payoutLineStateLabels } from '../domain.ts'
import { m } from '../messages/messages.ts'
import { payoutFileQuery } from './data.ts'
import { DownloadDialog } from './download-dialog.tsx'
import { FileFacts } from './file-facts.tsx'
import { FileStateBadge } from './file-state.tsx'
import { PayFileDialog } from './pay-file-dialog.tsx'
import { WithdrawDialog } from './withdraw-dialog.tsx'

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

/** A file with its transfers and what can be done with it. Mounted only while open. */
export default function FileDrawer({ id, onClose }: { id: string; onClose: () => void }) {
  const file = useQuery(payoutFileQuery(id))
  return (
    <SideDialog onClose={onClose} title={file.data?.reference ?? m.bankFile()} size="lg" position="right">
      <QueryBoundary query={file}>{(details) => <Details file={details} onClose={onClose} />}</QueryBoundary>
    </SideDialog>
  )
}
