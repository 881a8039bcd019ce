import { Button, Skeleton } from '@mantine/core'
import { IconFilePlus, IconFolderPlus, IconUserPlus } from '@tabler/icons-react'
import { lazy, Suspense } from 'react'
import { useKeptOpen } from '../app/kept-open.ts'
import { useMe } from '../app/session.ts'
import { PageHeader } from '../ui/page-header.tsx'
import { ChartsBelow } from './charts-below.tsx'
import type { Overview } from './data.ts'
import { hasFigures } from './data.ts'
import { Inbox } from './inbox.tsx'
import { OverviewCards } from './overview-cards.tsx'

// Their forms are fetched when asked for: nobody waits for them who only looks.
const dialogs = {
  invite: lazy(async () => ({ default: (await import('../partners/invite-dialog.tsx')).InviteDialog })),
  contract: lazy(async () => ({ default: (await import('../contracts/assign/assign-dialog.tsx')).AssignContractDialog })),
  resource: lazy(async () => ({ default: (await import('../resources/add-resource-dialog.tsx')).AddResourceDialog })),
}

/** Under which names they keep what is typed in them. */
const drafts = { invite: 'invitation', contract: 'contract', resource: 'resource' } as const

/** Staff's first page: what waits for them, the figures of all partners, and how they came about. */
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
        {overview && hasFigures(overview) && <ChartsBelow />}
      </div>
      <Suspense>{Dialog && <Dialog onClose={() => setDialog(null)} />}</Suspense>
    </>
  )
}
