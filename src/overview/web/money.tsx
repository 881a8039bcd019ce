import type { ReactNode } from 'react'
import type { Coming } from '#overview/partner/web/data.ts'
import { nextPayment } from '#overview/partner/web/next-payment.ts'
import { isLate } from '#platform/domain/deadlines.ts'
import { formatEuros } from '#platform/domain/money.ts'
import { shortDate } from '#platform/web/ui/dates.ts'
import { SoftText } from '#platform/web/ui/soft-text.ts'
import type { Overview } from './data.ts'
import classes from './overview.module.css'

function comingNote({ comingCents }: Overview, coming: Coming | undefined): ReactNode {
  if (comingCents === 0) return 'Nothing is on its way yet'
  if (!coming) return 'Not yet paid: pending and validated'
  const next = nextPayment(coming.lines)
  if (!next) return 'No date yet: see below what it waits for'
  const late = isLate(new Date(next.payableBy), new Date())
  return (
    <>
      <b className="figure">{formatEuros(next.amountCents)}</b> {late ? 'expected since' : 'by'}{' '}
      <b>{shortDate(next.payableBy)}</b>
    </>
  )
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
    { key: 'paid', label: 'Paid', cents: paidCents },
    { key: 'validated', label: 'Validated', cents: earnedCents - paidCents },
    { key: 'pending', label: 'Pending', cents: comingCents - (earnedCents - paidCents) },
  ].filter((part) => part.cents > 0)
  return (
    <section className={classes.money} aria-label="Your money">
      <div className={classes.sums}>
        <Figure label="Earned" cents={earnedCents}>
          Validated so far, paid included
        </Figure>
        <Figure label="Coming" cents={comingCents}>
          {comingNote(overview, coming)}
        </Figure>
        <Figure label="Paid" cents={paidCents} tone={paidCents > 0 ? 'received' : undefined}>
          {paidCents > 0 ? 'Money you have received' : 'Nothing received yet'}
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
