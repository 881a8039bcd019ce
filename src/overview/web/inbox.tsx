import { Title } from '@mantine/core'
import { Link } from 'react-router'
import { formatEuros } from '#platform/domain/money.ts'
import { shortDate } from '#platform/web/ui/dates.ts'
import { IconChevronRight, IconCircleCheck } from '#platform/web/ui/icons.ts'
import { StatusBadge } from '#platform/web/ui/page/status-badge.tsx'
import { type InboxEntry, type InboxKey, inboxAddress, inboxEntries, inboxKeys } from '../domain.ts'
import type { Overview } from './data.ts'
import classes from './overview.module.css'

type Figures = NonNullable<Overview['inbox']>

interface Line {
  readonly key: InboxKey
  readonly entry: InboxEntry
  readonly count: number
  readonly sum?: string | undefined
  readonly late?: { readonly tone: 'danger' | 'todo'; readonly text: string } | undefined
  /** Since when the oldest of them waits for somebody else. */
  readonly since?: string | null | undefined
}

/** 'today', '1 day', '12 days' */
function daysSince(iso: string): string {
  const days = Math.floor((Date.now() - new Date(iso).getTime()) / 86_400_000)
  return days < 1 ? 'today' : days === 1 ? '1 day' : `${days} days`
}

/** Details of an entry beside its count. */
function detailsOf(key: InboxKey, inbox: Figures): Pick<Line, 'sum' | 'late' | 'since'> {
  const { commissionsOverdue: overdue, oldestDisputeAt } = inbox
  switch (key) {
    case 'commissionsToValidate':
      return { sum: formatEuros(inbox.commissionsToValidateCents) }
    case 'commissionsToPay': {
      const text = `${overdue} overdue, ${formatEuros(inbox.commissionsOverdueCents)}`
      return { sum: formatEuros(inbox.commissionsToPayCents), late: overdue > 0 ? { tone: 'danger', text } : undefined }
    }
    case 'disputesOpen':
      return oldestDisputeAt === null ? {} : { late: { tone: 'todo', text: `oldest: ${daysSince(oldestDisputeAt)}` } }
    case 'registrationsToAnswer':
      return inbox.registrationsLate > 0 ? { late: { tone: 'danger', text: `${inbox.registrationsLate} late` } } : {}
    case 'contractsAwaitingPartner':
      return { since: inbox.contractsAwaitingSince }
    case 'commissionsAwaitingClient':
      return { since: inbox.commissionsAwaitingClientSince }
    case 'commissionsHeld':
      return { since: inbox.commissionsHeldSince }
    case 'invitationsOpen':
      return { since: inbox.invitationsOpenSince }
    default:
      return {}
  }
}

const linesOf = (inbox: Figures): readonly Line[] =>
  inboxKeys.map((key) => ({ key, entry: inboxEntries[key], count: inbox[key], ...detailsOf(key, inbox) }))

/** Open tasks for staff and, separately, what others must do, since when. */
export function Inbox({ inbox }: { inbox: Figures }) {
  const lines = linesOf(inbox).filter((line) => line.count > 0)
  const ours = lines.filter(({ entry }) => !entry.waits)
  const theirs = lines.filter(({ entry }) => entry.waits)
  return (
    <section className={classes.panel} aria-labelledby="inbox">
      <Title order={2} fz={20} mb={4} id="inbox">
        Inbox
      </Title>
      {ours.length === 0 ? (
        <p className={classes.calm}>
          <IconCircleCheck size={22} aria-hidden="true" />
          Nothing waits for you. What needs a decision appears here as soon as it happens.
        </p>
      ) : (
        <Lines title="À traiter" lang="fr" lines={ours} />
      )}
      {theirs.length > 0 && <Lines title="Waiting for others" lines={theirs} />}
    </section>
  )
}

function Lines({ title, lang, lines }: { title: string; lang?: 'fr'; lines: readonly Line[] }) {
  return (
    <>
      <h3 className={classes.inboxTitle} {...(lang ? { lang } : {})}>
        {title}
      </h3>
      <ul className={classes.inbox}>
        {lines.map((line) => (
          <li key={line.key}>
            <Link to={inboxAddress(line.entry)} className={classes.inboxLine}>
              <span className={`figure ${classes.mark}`} data-quiet={line.entry.waits}>
                {line.count.toLocaleString('fr-FR')}
              </span>
              <span className={classes.inboxText}>
                {line.count === 1 ? line.entry.one : line.entry.many}
                {line.since && <span className={classes.since}>since {shortDate(line.since)}</span>}
                {line.late && <StatusBadge tone={line.late.tone}>{line.late.text}</StatusBadge>}
              </span>
              {line.sum && <span className={`figure ${classes.inboxSum}`}>{line.sum}</span>}
              <IconChevronRight size={18} aria-hidden="true" />
            </Link>
          </li>
        ))}
      </ul>
    </>
  )
}
