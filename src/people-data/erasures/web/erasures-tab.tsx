import { Anchor, Button, Group, NumberInput, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { periodTexts } from '#people-data/register/domain/periods.ts'
import { countsByLabel, tableLabel } from '#people-data/register/domain/table-labels.ts'
import { useProofQuestion } from '#platform/web/app/forms/proof-question.tsx'
import { toastFailure, toastFormError, toastSuccess } from '#platform/web/app/toasts/toasts.ts'
import { longDate, shortDate } from '#platform/web/ui/dates.ts'
import { ConfirmDialog } from '#platform/web/ui/dialogs/confirm-dialog.tsx'
import { type Fact, FactCard } from '#platform/web/ui/page/fact-card.tsx'
import { EmptyState, QueryBoundary } from '#platform/web/ui/page/states.tsx'
import { StatusBadge } from '#platform/web/ui/page/status-badge.tsx'
import { SoftText } from '#platform/web/ui/soft-text.ts'
import { type Erasure, erasureDays, type Report } from '../api.ts'
import { keptLines, type MentionDecision, maxErasureDays } from '../domain.ts'
import { m } from '../messages/messages.ts'
import { confirmErasure, decideMention, erasuresQuery, setErasureDays, stopErasure } from './data.ts'
import { EndedAccounts } from './ended-accounts.tsx'
import { linesOf, stateTones } from './erasure-words.ts'
import { PlanDialog } from './plan-dialog.tsx'

const stateText = ({ state, dueAt }: Erasure) =>
  ({
    planned: m.planned({ day: longDate(dueAt) }),
    late: m.late(),
    stopped: m.stopped(),
    under_way: m.underWay(),
    done: m.erased(),
  })[state]

const rowsOf = (counts: Readonly<Record<string, number>>) =>
  countsByLabel(counts)
    .map(([table, count]) => m.rowsOf({ table, count }))
    .join(', ')

/** What stays of leads that wait for their erasure. */
const heldLines = (leads: Erasure['leads']) =>
  leads.flatMap(({ hasCompany, ...lead }) => {
    if (lead.holds.length === 0 || !lead.number) return []
    return linesOf({ ...lead, company: hasCompany }).map((text) => m.labelled({ label: lead.number ?? '', text }))
  })

/** What an erasure did, or would do; nothing of one that was stopped. */
function factsOf({ state, report, plan, leads }: Erasure): readonly Fact[] {
  const shown: Report | null = report ?? plan
  if (!shown || state === 'stopped') return []
  const lines = [...heldLines(leads), ...keptLines({ leads, kept: shown.kept }, shortDate)]
  const facts: readonly Fact[] = [
    [report ? m.deletedRows() : m.wouldBeDeleted(), rowsOf(shown.deleted)],
    [report ? m.emptiedRows() : m.wouldBeEmptied(), rowsOf(shown.emptied)],
    [report ? m.keptRows() : m.wouldBeKept(), lines.length > 0 && lines.map((line) => <div key={line}>{line}</div>)],
  ]
  return facts.filter(([, value]) => value)
}

function Mentions({ mentions }: Pick<Erasure, 'mentions'>) {
  const decide = (id: string, decision: MentionDecision) =>
    void decideMention(id, decision).catch((error) => toastFailure(m.notPlanned(), error))
  return (
    <>
      <h3>{m.mentions()}</h3>
      {mentions.map(({ id, table, text, decision }) => (
        <div key={id}>
          <p className="cell-note">{tableLabel(table)}</p>
          <p className="cell-prose">{text ?? m.textGone()}</p>
          <Group>
            <Button size="xs" variant={decision === 'keep' ? 'filled' : 'default'} onClick={() => decide(id, 'keep')}>
              {m.keepText()}
            </Button>
            <Button size="xs" variant={decision === 'empty' ? 'filled' : 'default'} onClick={() => decide(id, 'empty')}>
              {m.takeOut()}
            </Button>
          </Group>
        </div>
      ))}
    </>
  )
}

const titleId = (id: string) => `erasure-${id}`

interface CardProps {
  readonly erasure: Erasure
  readonly onStop: () => void
  readonly onConfirm: () => void
}

function ErasureCard({ erasure, onStop, onConfirm }: CardProps) {
  const { id, state, leads, person, period, plannedBy, plannedAt, mentions, report } = erasure
  const day = longDate(plannedAt)
  const clients = leads
    .map(({ number, client, outcome }) => (number ? `${number} ${client}` : outcome ? m.gone() : m.goneMeanwhile()))
    .join(', ')
  const title = person ?? (period ? m.periodEnded({ of: periodTexts[period].of, count: leads.length }) : clients)
  const waits = state === 'planned' || state === 'late'
  return (
    <FactCard
      title={title}
      titleId={titleId(id)}
      label={m.erasureOf({ title, at: day })}
      beside={<StatusBadge tone={stateTones[state]}>{stateText(erasure)}</StatusBadge>}
      facts={factsOf(erasure)}
      note={state === 'late' ? m.lateText() : null}
    >
      <SoftText fz="sm">{plannedBy ? m.plannedByOn({ name: plannedBy, day }) : m.plannedOn({ day })}</SoftText>
      {waits && (
        <Group>
          <Button size="xs" variant="default" onClick={onStop}>
            {m.stop()}
          </Button>
          {state === 'late' && (
            <Button size="xs" color="red.9" onClick={onConfirm}>
              {m.eraseNow()}
            </Button>
          )}
        </Group>
      )}
      {report && (
        <Anchor href={`/api/people-data/erasures/${id}/report`} download="report.txt" fz="sm" underline="always">
          {m.report()}
        </Anchor>
      )}
      {mentions.length > 0 && state !== 'stopped' && <Mentions mentions={mentions} />}
    </FactCard>
  )
}

/** An empty field, or what nobody may choose, is said and not sent. */
function saveDays(typed: string, before: number) {
  const { data, error } = erasureDays.safeParse(typed.trim() === '' ? null : Number(typed))
  if (error) return toastFormError(m.daysNotSaved, m.daysUnfit({ max: maxErasureDays }))
  if (data !== before)
    void setErasureDays(data)
      .then(() => toastSuccess(m.daysSaved, m.daysSavedText({ days: data })))
      .catch((failure) => toastFailure(m.daysNotSaved, failure))
}

/** Erasures from their plan on: what each would do or did, and what somebody has to decide. */
export function ErasuresTab() {
  const query = useQuery(erasuresQuery)
  const [isPlanning, setPlanning] = useState(false)
  const [stopping, setStopping] = useState<Erasure | null>(null)
  const { withProof, dialog } = useProofQuestion()
  const confirm = ({ id }: Erasure) => {
    const words = { title: m.confirmItIsYou(), text: m.lateText(), action: m.eraseNow(), errorTitle: m.notPlanned() }
    void withProof(words, (proof) => confirmErasure(id, proof)).catch((error) => toastFailure(m.notPlanned(), error))
  }
  return (
    <QueryBoundary query={query}>
      {({ items, days }) => (
        <Stack>
          <Group align="end">
            <Button onClick={() => setPlanning(true)}>{m.eraseTitle()}</Button>
            <NumberInput
              label={m.daysBefore()}
              min={0}
              max={maxErasureDays}
              allowDecimal={false}
              defaultValue={days}
              onBlur={({ currentTarget }) => saveDays(currentTarget.value, days)}
            />
          </Group>
          {items.length === 0 ? (
            <EmptyState title={m.noErasures()} text={m.noErasuresText()} />
          ) : (
            items.map((erasure) => (
              <ErasureCard
                key={erasure.id}
                erasure={erasure}
                onStop={() => setStopping(erasure)}
                onConfirm={() => confirm(erasure)}
              />
            ))
          )}
          <EndedAccounts days={days} />
          {isPlanning && <PlanDialog days={days} onClose={() => setPlanning(false)} />}
          <ConfirmDialog
            opened={stopping !== null}
            title={m.stopQuestion()}
            text={m.stopText()}
            action={m.stop()}
            onClose={() => setStopping(null)}
            onConfirm={async () => {
              if (!stopping) return
              await stopErasure(stopping.id)
              // The button that was pressed is gone.
              document.getElementById(titleId(stopping.id))?.focus()
            }}
          />
          {dialog}
        </Stack>
      )}
    </QueryBoundary>
  )
}
