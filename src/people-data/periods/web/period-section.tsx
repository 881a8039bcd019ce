import { Button, Group, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { type CountedPeriod, countedPeriods, daysText, periodTexts } from '#people-data/register/domain/periods.ts'
import { useProofQuestion } from '#platform/web/app/forms/proof-question.tsx'
import { toastFailure, toastSuccess } from '#platform/web/app/toasts/toasts.ts'
import { formatCount } from '#platform/web/ui/counts.ts'
import { longDate } from '#platform/web/ui/dates.ts'
import { FactCard } from '#platform/web/ui/page/fact-card.tsx'
import { QueryBoundary } from '#platform/web/ui/page/states.tsx'
import type { PeriodState } from '../api.ts'
import { m } from '../messages/messages.ts'
import { confirmPeriods, periodsQuery } from './data.ts'

const PeriodDialog = lazy(async () => ({ default: (await import('./period-dialog.tsx')).PeriodDialog }))

/** How long everything is kept, and what goes with the next runs. */
export function PeriodSection() {
  const periods = useQuery(periodsQuery)
  return (
    <QueryBoundary query={periods} rows={8}>
      {(state: PeriodState) => <Periods state={state} />}
    </QueryBoundary>
  )
}

function Periods({ state }: { readonly state: PeriodState }) {
  const [changed, setChanged] = useState<CountedPeriod | null>(null)
  const { withProof, dialog } = useProofQuestion()
  const { days, reasons } = state
  const confirm = () => {
    const words = {
      title: m.confirmPeriods(),
      text: m.confirmPeriodsText({ rows: nextRows(state) }),
      action: m.confirmPeriods(),
      errorTitle: m.error(),
    }
    void withProof(words, async (proof) => {
      await confirmPeriods({ days, ...proof })
      toastSuccess(m.periodsConfirmed(), m.periodsConfirmedText())
    }).catch((error) => toastFailure(m.error(), error))
  }
  return (
    <section aria-labelledby="periods" style={{ display: 'grid', gap: 16 }}>
      <Group justify="space-between">
        <Title id="periods" order={2} fz={20}>
          {m.periodsInForce()}
        </Title>
        {!state.isConfirmed && <Button onClick={confirm}>{m.confirmPeriods()}</Button>}
      </Group>
      {!state.isConfirmed && <Text>{m.notConfirmed()}</Text>}
      <FactCard
        title={m.keptHowLong()}
        facts={countedPeriods.map((name) => [
          periodTexts[name].of,
          <Group key={name} gap="xs" justify="flex-end">
            <span>
              {daysText(days[name])} {periodTexts[name].from}
              {reasons[name] && ` (${reasons[name]})`}
            </span>
            <Button
              variant="subtle"
              size="compact-xs"
              aria-label={m.choosePeriodOf({ of: periodTexts[name].of })}
              onClick={() => setChanged(name)}
            >
              {m.change()}
            </Button>
          </Group>,
        ])}
      />
      <Going state={state} />
      <Suspense>{changed && <PeriodDialog name={changed} days={days[changed]} onClose={() => setChanged(null)} />}</Suspense>
      {dialog}
    </section>
  )
}

/** 'Invitation that nobody took: 1; Recipient and subject of an email: 12': what goes with the next run. */
function nextRows({ next }: PeriodState): string {
  const rows = countedPeriods.flatMap((name) =>
    next[name] ? m.labelled({ label: periodTexts[name].of, text: formatCount(next[name]) }) : [],
  )
  return rows.join(m.blockSeparator()) || m.nothing()
}

/** What the runs of the next seven days remove, or would if the periods were confirmed. */
function Going({ state: { going, counts, ranAt } }: { readonly state: PeriodState }) {
  const kinds = countedPeriods.filter((name) => counts[name])
  return (
    <FactCard
      title={m.goingSoon()}
      facts={[
        [m.lastNight(), ranAt ? longDate(ranAt) : m.neverRan()],
        ...(kinds.length === 0 ? [[m.goesAway(), m.nothingGoes()] as const] : []),
        ...kinds.map((name) => [periodTexts[name].of, formatCount(counts[name] ?? 0)] as const),
      ]}
    >
      {going.length > 0 && (
        <ul>
          {going.map(({ period, label, goesAt }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the list is read whole, and a label is not unique
            <li key={index}>
              {label}, {periodTexts[period].of}, {Date.parse(goesAt) < Date.now() ? m.withNextRun() : longDate(goesAt)}
            </li>
          ))}
        </ul>
      )}
    </FactCard>
  )
}
