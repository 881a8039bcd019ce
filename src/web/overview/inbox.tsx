import { Title } from '@mantine/core'
import { IconChevronRight, IconCircleCheck } from '../ui/icons.ts'
import { Link } from 'react-router'
import { formatEuros } from '#domain/money.ts'
import { StatusBadge } from '../ui/status-badge.tsx'
import type { Overview } from './data.ts'
import classes from './overview.module.css'

type Figures = NonNullable<Overview['inbox']>

interface Line {
  readonly count: number
  readonly one: string
  readonly many: string
  readonly path: string
  /** Waiting for the partner, not for staff. */
  readonly waitsForPartner?: boolean
  readonly sum?: string
  readonly late?: { readonly tone: 'danger' | 'todo'; readonly text: string } | false
}

/** 'today', '1 day', '12 days' */
function daysSince(iso: string): string {
  const days = Math.floor((Date.now() - new Date(iso).getTime()) / 86_400_000)
  return days < 1 ? 'today' : days === 1 ? '1 day' : `${days} days`
}

/** Each entry links to the list filtered to these rows. */
function linesOf(inbox: Figures): readonly Line[] {
  const { commissionsOverdue: overdue, invitationsExpired: expired } = inbox
  return [
    {
      count: inbox.partnersWithoutContract,
      one: 'partner without a contract',
      many: 'partners without a contract',
      path: '/dashboard/partners?state=active&contract=none',
    },
    {
      count: inbox.contractsToCountersign,
      one: 'contract to countersign',
      many: 'contracts to countersign',
      path: '/dashboard/admin-contracts?stage=signed',
    },
    {
      count: inbox.contractsDeclined,
      one: 'contract declined',
      many: 'contracts declined',
      path: '/dashboard/admin-contracts?stage=declined',
    },
    {
      count: inbox.commissionsToValidate,
      one: 'commission to validate',
      many: 'commissions to validate',
      path: '/dashboard/admin-commissions?status=en_attente',
      sum: formatEuros(inbox.commissionsToValidateCents),
    },
    {
      count: inbox.commissionsToPay,
      one: 'commission to pay',
      many: 'commissions to pay',
      path: '/dashboard/admin-commissions?status=valide',
      sum: formatEuros(inbox.commissionsToPayCents),
      late: overdue > 0 && { tone: 'danger', text: `${overdue} overdue, ${formatEuros(inbox.commissionsOverdueCents)}` },
    },
    {
      count: inbox.disputesOpen,
      one: 'dispute to answer',
      many: 'disputes to answer',
      path: '/dashboard/admin-commissions/disputes?state=open',
      late: inbox.oldestDisputeAt !== null && { tone: 'todo', text: `oldest: ${daysSince(inbox.oldestDisputeAt)}` },
    },
    {
      count: inbox.possibleDuplicates,
      one: 'possible duplicate',
      many: 'possible duplicates',
      path: '/dashboard/admin-leads?duplicates=yes',
    },
    {
      count: inbox.contractsAwaitingPartner,
      one: 'contract waits for the partner’s signature',
      many: 'contracts wait for the partners’ signature',
      path: '/dashboard/admin-contracts',
      waitsForPartner: true,
    },
    {
      count: inbox.undelivered,
      one: 'failed mail or task',
      many: 'failed mails and tasks',
      path: '/dashboard?account=undelivered',
    },
    {
      count: inbox.invitationsPending,
      one: 'invitation pending',
      many: 'invitations pending',
      path: '/dashboard/partners?state=invited',
      // Expired invitations must be resent by staff.
      waitsForPartner: expired === 0,
      late: expired > 0 && { tone: 'todo', text: `${expired} expired` },
    },
  ]
}

/** Open tasks for staff and, separately, what partners must do. */
export function Inbox({ inbox }: { inbox: Figures }) {
  const lines = linesOf(inbox).filter((line) => line.count > 0)
  const ours = lines.filter((line) => !line.waitsForPartner)
  const theirs = lines.filter((line) => line.waitsForPartner)
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
        <Lines title="What waits for a decision of yours" lines={ours} />
      )}
      {theirs.length > 0 && <Lines title="What waits for partners" lines={theirs} />}
    </section>
  )
}

function Lines({ title, lines }: { title: string; lines: readonly Line[] }) {
  return (
    <>
      <h3 className={classes.inboxTitle}>{title}</h3>
      <ul className={classes.inbox}>
        {lines.map((line) => (
          <li key={line.path}>
            <Link to={line.path} className={classes.inboxLine}>
              <span className={`figure ${classes.mark}`} data-quiet={line.waitsForPartner || undefined}>
                {line.count.toLocaleString('fr-FR')}
              </span>
              <span className={classes.inboxText}>
                {line.count === 1 ? line.one : line.many}
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
