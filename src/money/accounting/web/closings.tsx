import { Button, Group, Select, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useRef, useState } from 'react'
import { WithRight } from '#access/web/with-right.tsx'
import { ReasonDialog } from '#platform/web/app/forms/reason-dialog.tsx'
import { useOpenedByAddress } from '#platform/web/app/opened-by-address.ts'
import { toastSuccess } from '#platform/web/app/toasts/toasts.ts'
import { formatCount } from '#platform/web/ui/counts.ts'
import { longDate } from '#platform/web/ui/dates.ts'
import { ConfirmDialog } from '#platform/web/ui/dialogs/confirm-dialog.tsx'
import { IconLock } from '#platform/web/ui/icons.ts'
import { QueryBoundary } from '#platform/web/ui/page/states.tsx'
import { StatusBadge } from '#platform/web/ui/page/status-badge.tsx'
import { SoftText } from '#platform/web/ui/soft-text.ts'
import { type Accounting, type Closing, reopeningForm } from '../api/accounting.ts'
import type { ClosingScope, MissingThing } from '../domain/accounting.ts'
import { m } from '../messages/messages.ts'
import { accountingQuery, askReopening, closePeriod, reopenPeriod } from './data.ts'
import { missingText, periodName } from './period-names.ts'
import classes from './year.module.css'

const counted = (count: number) => ({ count, shown: formatCount(count) })

type Closable = NonNullable<Accounting['nextMonth']>

/** Closes months for the accountant and years for the declaration, and lists what was closed. */
export function Closings() {
  const [month, setMonth] = useState<string>()
  const query = useQuery(accountingQuery(month))
  return (
    <section aria-labelledby="closings">
      <Title id="closings" order={2} fz={20} mt="xl">
        {m.closing()}
      </Title>
      <SoftText mb="sm">{m.closingLead()}</SoftText>
      <QueryBoundary query={query}>
        {(data) => (
          <>
            <Open data={data} onMonth={setMonth} />
            {data.closings.length > 0 && (
              <ul className={classes.exports} aria-label={m.closedPeriods()}>
                {data.closings.map((closing) => (
                  <ClosedPeriod key={closing.id} closing={closing} />
                ))}
              </ul>
            )}
          </>
        )}
      </QueryBoundary>
    </section>
  )
}

/** What can be closed now. */
function Open({ data, onMonth }: { readonly data: Accounting; readonly onMonth: (until: string) => void }) {
  const { nextMonth, nextYear, months } = data
  if (!nextMonth && !nextYear) return <NothingToClose />
  return (
    <Group align="flex-end" mb="md" gap="sm">
      {nextMonth && (
        <CloseButton scope="month" period={nextMonth}>
          {months.length > 1 && (
            <Select
              label={m.closeUpTo()}
              mb="sm"
              allowDeselect={false}
              comboboxProps={{ withinPortal: false }}
              data={months.map((until) => ({ value: until, label: periodName('month', until) }))}
              value={nextMonth.until}
              onChange={(until) => until && onMonth(until)}
            />
          )}
        </CloseButton>
      )}
      {nextYear && <CloseButton scope="year" period={nextYear} />}
    </Group>
  )
}

/** Who came to close a month reads here that there is none. */
function NothingToClose() {
  const text = useRef<HTMLParagraphElement>(null)
  useOpenedByAddress('closing', 'money', () => text.current?.scrollIntoView({ block: 'center' }))
  return (
    <Text ref={text} fz="sm" mb="sm">
      {m.noOpenMonth()}
    </Text>
  )
}

interface CloseButtonProps {
  readonly scope: ClosingScope
  readonly period: Closable
  /** Asks up to when, before what is missing by then. */
  readonly children?: ReactNode
}

function CloseButton({ scope, period, children }: CloseButtonProps) {
  const [asks, setAsks] = useState(false)
  useOpenedByAddress(scope === 'month' ? 'closing' : 'year-closing', 'money', () => setAsks(true))
  const name = periodName(scope, period.until)
  return (
    <WithRight right="money">
      <Button variant="default" leftSection={<IconLock size={16} aria-hidden="true" />} onClick={() => setAsks(true)}>
        {m.closePeriod({ name })}
      </Button>
      <ConfirmDialog
        opened={asks}
        title={m.closeQuestion({ name })}
        text={scope === 'month' ? m.closeMonthText() : m.closeYearText()}
        action={m.closePeriod({ name })}
        onClose={() => setAsks(false)}
        onConfirm={async () => {
          const { entries } = await closePeriod(scope, period.until)
          toastSuccess(m.periodClosed({ name }), scope === 'month' ? m.entries(counted(entries)) : undefined)
        }}
      >
        {children}
        <MissingList missing={period.missing} />
      </ConfirmDialog>
    </WithRight>
  )
}

function MissingList({ missing }: { readonly missing: readonly MissingThing[] }) {
  if (missing.length === 0) return <Text fz="sm">{m.nothingMissing()}</Text>
  return (
    <>
      <Text fz="sm" fw={600}>
        {m.notSettledYet()}
      </Text>
      <ul className={classes.missing}>
        {missing.map((each) => (
          <li key={each.kind}>{missingText(each)}</li>
        ))}
      </ul>
    </>
  )
}

function ClosedPeriod({ closing }: { readonly closing: Closing }) {
  const { scope, until, reopening, reopenedAt, reopenedBy, entries, missing, can } = closing
  const [asks, setAsks] = useState<'reason' | 'agreement' | null>(null)
  const name = periodName(scope, until)
  const close = () => setAsks(null)
  return (
    <li className={classes.export}>
      <Group justify="space-between" gap="sm">
        <p>
          <strong>{scope === 'month' ? m.upTo({ name }) : m.year({ name })}</strong>, {longDate(closing.closedAt)},{' '}
          {closing.closedBy}
          {scope === 'month' && m.withEntries(counted(entries))}
        </p>
        <StatusBadge tone={reopenedAt ? 'todo' : 'received'}>{reopenedAt ? m.openedAgain() : m.closed()}</StatusBadge>
      </Group>
      {missing.length > 0 && <SoftText>{m.notSettledAtClosing({ missing: missing.map(missingText).join('; ') })}</SoftText>}
      {reopening && (
        <Text fz="sm">
          {reopenedAt && reopenedBy
            ? m.openedAgainBy({
                day: longDate(reopenedAt),
                reopenedBy,
                askedBy: reopening.askedBy.name,
                reason: reopening.reason,
              })
            : m.asksToOpen({ name: reopening.askedBy.name, reason: reopening.reason })}
        </Text>
      )}
      <WithRight right="money">
        {can.askReopening && (
          <Button variant="subtle" size="compact-sm" onClick={() => setAsks('reason')}>
            {m.openAgain()}
          </Button>
        )}
        {can.reopen && (
          <Button variant="default" size="compact-sm" mt="xs" onClick={() => setAsks('agreement')}>
            {m.agreeToOpen()}
          </Button>
        )}
      </WithRight>
      {asks === 'reason' && (
        <ReasonDialog
          rule={reopeningForm.shape.reason}
          title={m.openAgainQuestion({ name })}
          text={m.openAgainText()}
          action={m.askForIt()}
          draft={`reopening ${closing.id}`}
          done={[m.askedFor(), m.secondHasToAgree()]}
          onSend={(reason) => askReopening(closing.id, reason)}
          onClose={close}
        />
      )}
      <ConfirmDialog
        opened={asks === 'agreement'}
        title={m.openAgainQuestion({ name })}
        text={m.asksForIt({ name: reopening?.askedBy.name ?? '', reason: reopening?.reason ?? '' })}
        action={m.openPeriod({ name })}
        onClose={close}
        onConfirm={async () => {
          await reopenPeriod(closing.id)
          toastSuccess(m.isOpenAgain({ name }))
        }}
      />
    </li>
  )
}
