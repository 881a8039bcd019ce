import { Button, Text, Title } from '@mantine/core'
import { IconFilePlus, IconFolderPlus, IconUserPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { formatEuros } from '#domain/money.ts'
import { useMe } from '../app/session.ts'
import { AssignContractDialog } from '../contracts/assign-dialog.tsx'
import { InviteDialog } from '../partners/invite-dialog.tsx'
import { AddResourceDialog } from '../resources/add-resource-dialog.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import type { Overview } from './data.ts'
import { OverviewCards } from './overview-cards.tsx'
import classes from './overview.module.css'

/** What waits for staff this morning. */
function Inbox({ inbox }: { inbox: NonNullable<Overview['inbox']> }) {
  const lines = [
    { count: inbox.contractsToValidate, text: 'contracts waiting for a signature', path: '/dashboard/admin-contracts' },
    {
      count: inbox.commissionsToValidate,
      text: `commissions to validate (${formatEuros(inbox.commissionsToValidateCents)})`,
      path: '/dashboard/admin-commissions',
    },
    {
      count: inbox.commissionsToPay,
      text: `commissions to pay (${formatEuros(inbox.commissionsToPayCents)})`,
      path: '/dashboard/admin-commissions',
    },
    { count: inbox.invitationsPending, text: 'invitations not accepted yet', path: '/dashboard/partners' },
  ].filter((line) => line.count > 0)
  return (
    <section className={classes.steps} aria-label="Inbox">
      <Title order={2} fz={20} mb="sm">
        Inbox
      </Title>
      {lines.length === 0 && <Text c="var(--ink-soft)">Nothing waits for you.</Text>}
      <ul className={classes.stepList}>
        {lines.map((line) => (
          <li key={line.text} className={classes.step}>
            <span className={`figure ${classes.stepMark}`}>{line.count}</span>
            <Link to={line.path} className={classes.inboxLink}>
              {line.text}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}

export function AdminOverview({ overview }: { overview: Overview | undefined }) {
  const me = useMe()
  const [dialog, setDialog] = useState<'invite' | 'contract' | 'resource' | null>(null)
  const close = () => setDialog(null)
  return (
    <>
      <PageHeader title="Dashboard" subtitle={`Welcome to the partner cockpit, ${me.fullName}`}>
        <Button leftSection={<IconUserPlus size={18} aria-hidden="true" />} onClick={() => setDialog('invite')}>
          Invite Partner
        </Button>
        <Button
          variant="default"
          leftSection={<IconFilePlus size={18} aria-hidden="true" />}
          onClick={() => setDialog('contract')}
        >
          Add Contract
        </Button>
        <Button
          variant="default"
          leftSection={<IconFolderPlus size={18} aria-hidden="true" />}
          onClick={() => setDialog('resource')}
        >
          Add Resource
        </Button>
      </PageHeader>
      <OverviewCards overview={overview} whose="all partners" />
      {overview?.inbox && <Inbox inbox={overview.inbox} />}
      {dialog === 'invite' && <InviteDialog onClose={close} />}
      {dialog === 'contract' && <AssignContractDialog onClose={close} />}
      {dialog === 'resource' && <AddResourceDialog onClose={close} />}
    </>
  )
}
