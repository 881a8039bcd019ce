import type { ReactNode } from 'react'
import { type Coming, nextPayment } from '#overview/partner/web/data.ts'
import { isLate } from '#platform/domain/deadlines.ts'
import { formatEuros } from '#platform/domain/money.ts'
import { shortDate } from '#platform/web/ui/dates.ts'
import { SoftText } from '#platform/web/ui/soft-text.ts'
import { m } from '../messages/messages.ts'
import type { Overview } from './data.ts'
import classes from './overview.module.css'

function comingNote({ comingCents }: Overview, coming: Coming | undefined): ReactNode {
  if (comingCents === 0) return m.nothingComing()
  if (!coming) return m.notYetPaid()
  const next = nextPayment(coming.lines)
  if (!next) return m.noDateYet()
  const late = isLate(new Date(next.payableBy), new Date())
  const values = {
    amount: formatEuros(next.amountCents),
    day: shortDate(next.payableBy),
    figure: (parts: readonly ReactNode[]) => (
      <b key="amount" className="figure">
        {parts}
      </b>
    ),
    b: (parts: readonly ReactNode[]) => <b key="day">{parts}</b>,
  }
  return late ? m.expectedSince(values) : m.expectedBy(values)
}

function Figure({
  label,
  cents,
  tone,
  children,
}: {
  label: string
  cents: number
  tone?: 'received' | undefined
  children: ReactNode
}) {
  return (
    <div className={classes.sum}>
      <SoftText>{label}</SoftText>
      <p className={`display figure ${classes.sumFigure}`} data-tone={tone}>
        {formatEuros(cents)}
      </p>
      <SoftText>{children}</SoftText>
    </div>
  )
}

/** Commissions earned, upcoming with date, and paid, as totals and a stacked bar. */
export function Money({ overview, coming }: { overview: Overview; coming: Coming | undefined }) {
  const { earnedCents, comingCents, paidCents } = overview
  const parts = [
    { key: 'paid', label: m.paid(), cents: paidCents },
    { key: 'validated', label: m.validated(), cents: earnedCents - paidCents },
    { key: 'pending', label: m.pending(), cents: comingCents - (earnedCents - paidCents) },
  ].filter((part) => part.cents > 0)
  return (
    <section className={classes.money} aria-label={m.yourMoney()}>
      <div className={classes.sums}>
        <Figure label={m.earned()} cents={earnedCents}>
          {m.earnedHint()}
        </Figure>
        <Figure label={m.coming()} cents={comingCents}>
          {comingNote(overview, coming)}
        </Figure>
        <Figure label={m.paid()} cents={paidCents} tone={paidCents > 0 ? 'received' : undefined}>
          {paidCents > 0 ? m.moneyReceived() : m.nothingReceived()}
        </Figure>
      </div>
      {parts.length > 0 && (
        <>
          <div className={classes.share} aria-hidden="true">
            {parts.map((part) => (
              <span key={part.key} data-part={part.key} style={{ flexGrow: part.cents }} />
            ))}
          </div>
          <ul className={classes.shareNames}>
            {parts.map((part) => (
              <li key={part.key}>
                <i data-part={part.key} /> {part.label} <span className="figure">{formatEuros(part.cents)}</span>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  )
}
