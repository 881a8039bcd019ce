import { Anchor, Button, Title } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'react-router'
import { pagePaths } from '#access/domain/page-paths.ts'
import { useAbility } from '#access/web/rights.ts'
import { formatEurosExact } from '#platform/domain/money.ts'
import { useSettings } from '#platform/web/app/session/session.ts'
import type { ComingLine } from '../api.ts'
import { m } from '../messages/messages.ts'
import { comingText, comingWhen, restText } from './coming-texts.ts'
import type { Coming as Calendar } from './data.ts'
import classes from './own-money.module.css'

/** Lines that are shown unasked; one more is no reason to ask. */
const firstLines = 5

/** What is coming as a calendar: an amount a line, by which date, or what it waits for. */
export default function Coming({ coming: { lines, rest, totalCents } }: { readonly coming: Calendar }) {
  const [showsAll, setShowsAll] = useState(false)
  const shown = showsAll || lines.length === firstLines + 1 ? lines : lines.slice(0, firstLines)
  return (
    <section className={classes.panel} aria-labelledby="coming">
      <div className={classes.head}>
        <Title order={2} fz={20} id="coming">
          {m.coming()}
        </Title>
        <p className={classes.sum}>
          <b className="figure">{formatEurosExact(totalCents)}</b>
        </p>
      </div>
      <ul className={classes.rows}>
        {shown.map((line) => (
          <Line key={`${line.source} ${line.id}`} line={line} />
        ))}
      </ul>
      {lines.length > shown.length && (
        <Button variant="subtle" className={classes.more ?? ''} onClick={() => setShowsAll(true)}>
          {m.showOthers({ count: lines.length - shown.length })}
        </Button>
      )}
      {rest && shown.length === lines.length && (
        <Anchor component={Link} to={pagePaths.commissions} fz="sm">
          {restText(rest)}
        </Anchor>
      )}
    </section>
  )
}

function Line({ line }: { readonly line: ComingLine }) {
  const { providerName } = useSettings()
  const seesLeads = useAbility('leads')
  const { text: when, late } = comingWhen(line, new Date())
  const text = comingText({ line, provider: providerName })
  const stops = line.state === 'blocked' || line.state === 'held' || line.state === 'contested'
  return (
    <li className={classes.line} data-stops={stops || undefined}>
      <span className={classes.when} data-late={late || undefined} data-dated={line.payableBy ? true : undefined}>
        {when}
      </span>
      <span className={classes.words}>
        <Anchor
          component={Link}
          to={addressOf(line, seesLeads)}
          c="inherit"
          underline="hover"
          style={{ overflowWrap: 'anywhere' }}
        >
          {line.label || m.aCommission()}
        </Anchor>
        {text && <span className={classes.hint}>{text}</span>}
      </span>
      <span className={`figure ${classes.amount}`}>{formatEurosExact(line.amountCents)}</span>
    </li>
  )
}

function addressOf({ source, id, leadId }: ComingLine, seesLeads: boolean): string {
  if (source === 'payout') return `${pagePaths.payouts}?payout=${id}`
  return leadId && seesLeads ? `${pagePaths.leads}?lead=${leadId}` : pagePaths.commissions
}
