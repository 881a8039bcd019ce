import { Button, Skeleton } from '@mantine/core'
import { IconFilePlus, IconFolderPlus, IconUserPlus } from '../ui/icons.ts'
import { lazy, Suspense } from 'react'
import { useKeptOpen } from '../app/kept-open.ts'
import { useMe } from '../app/session.ts'
import { PageHeader } from '../ui/page-header.tsx'
import { ChartsBelow } from './charts-below.tsx'
import type { Overview } from './data.ts'
import { hasStats } from './data.ts'
import { Inbox } from './inbox.tsx'
import { OverviewCards } from './overview-cards.tsx'

// Dialogs are loaded on demand.
const dialogs = {
  invite: lazy(async () => ({ default: (await import('../partners/invite-dialog.tsx')).InviteDialog })),
  contract: lazy(async () => ({ default: (await import('../contracts/assign/assign-dialog.tsx')).AssignContractDialog })),
  resource: lazy(async () => ({ default: (await import('../resources/add-resource-dialog.tsx')).AddResourceDialog })),
}

/** Storage keys of their drafts. */
const drafts = { invite: 'invitation', contract: 'contract', resource: 'resource' } as const

/** Overview for staff: inbox, totals of all partners, and charts. */
export function AdminOverview({ overview }: { overview: Overview | undefined }) {
  const me = useMe()
  const [dialog, setDialog] = useKeptOpen<keyof typeof dialogs>('overview', (open) => drafts[open])
  const Dialog = dialog && dialogs[dialog]
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
      {/* The key makes what is below the inbox appear in its place instead of being pushed there. */}
      <div key={overview ? 'here' : 'awaited'}>
        {overview?.inbox ? <Inbox inbox={overview.inbox} /> : <Skeleton height={280} radius={14} mb={20} />}
        <OverviewCards overview={overview} whose="all partners" />
        {overview && hasStats(overview) && <ChartsBelow />}
      </div>
      <Suspense>{Dialog && <Dialog onClose={() => setDialog(null)} />}</Suspense>
    </>
  )
}
