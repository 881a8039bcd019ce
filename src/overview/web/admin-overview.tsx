import { Button, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { useKeptOpen } from '#platform/web/app/kept-open.ts'
import { mayDo } from '#platform/web/app/session/rights.ts'
import { useMe } from '#platform/web/app/session/session.ts'
import { WithRight } from '#platform/web/app/session/with-right.tsx'
import { IconFilePlus, IconFolderPlus, IconUserPlus } from '#platform/web/ui/icons.ts'
import { PageHeader } from '#platform/web/ui/page/page-header.tsx'
import { ErrorState } from '#platform/web/ui/page/states.tsx'
import { checklistQuery, loadChecklist } from '#provider/checklist/web/data.ts'
import { tasksQuery } from '../for-you/web/data.ts'
import { ForYou } from '../for-you/web/for-you.tsx'
import { ChartsBelow } from './charts-below.tsx'
import { hasStats, type Overview } from './data.ts'
import { Glance } from './glance.tsx'
import classes from './overview.module.css'
import { OverviewCards } from './overview-cards.tsx'
import { Unread } from './unread.tsx'

const SetupChecklist = lazy(loadChecklist)

// Dialogs are loaded on demand.
const dialogs = {
  invite: lazy(async () => ({ default: (await import('#partners/partners/web/invite-dialog.tsx')).InviteDialog })),
  contract: lazy(async () => ({
    default: (await import('#contracts/contracts/web/assign/assign-dialog.tsx')).AssignContractDialog,
  })),
  resource: lazy(async () => ({
    default: (await import('#communication/resources/web/add-resource-dialog.tsx')).AddResourceDialog,
  })),
}

/** The height, in px, of the line of the set-up: space is reserved for it while its code loads. */
const checklistHeight = 58

/** Storage keys of their drafts. */
const drafts = { invite: 'invitation', contract: 'contract', resource: 'resource' } as const

/** Overview for staff: totals of all partners, what waits for the reader, money and pipeline, what is unread; charts below. */
export function AdminOverview({ overview }: { overview: Overview | undefined }) {
  const me = useMe()
  const mayLead = mayDo(me, 'programme')
  const checklist = useQuery({ ...checklistQuery, enabled: mayLead })
  const tasks = useQuery(tasksQuery)
  // The checklist comes with what is below it, so that nothing is pushed down.
  const isHere = overview && !tasks.isPending && !(mayLead && checklist.isPending)
  const [dialog, setDialog] = useKeptOpen<keyof typeof dialogs>('overview', (open) => drafts[open])
  const Dialog = dialog && dialogs[dialog]
  return (
    <>
      <PageHeader title="Dashboard" subtitle={`Welcome to the partner cockpit, ${me.fullName}`}>
        <WithRight right={['partners', 'team']}>
          <Button leftSection={<IconUserPlus size={18} aria-hidden="true" />} onClick={() => setDialog('invite')}>
            Invite Partner
          </Button>
        </WithRight>
        <WithRight right="contracts">
          <Button
            variant="default"
            leftSection={<IconFilePlus size={18} aria-hidden="true" />}
            onClick={() => setDialog('contract')}
          >
            Add Contract
          </Button>
        </WithRight>
        <WithRight right="resources">
          <Button
            variant="default"
            leftSection={<IconFolderPlus size={18} aria-hidden="true" />}
            onClick={() => setDialog('resource')}
          >
            Add Resource
          </Button>
        </WithRight>
      </PageHeader>
      {/* The key makes what is below the set-up appear in its place instead of being pushed there. */}
      <div key={isHere ? 'here' : 'awaited'}>
        {isHere && checklist.error && !checklist.data && (
          <ErrorState error={checklist.error} onRetry={() => void checklist.refetch()} />
        )}
        {isHere && checklist.data?.isOpen && (
          <Suspense fallback={<Skeleton height={checklistHeight} radius={14} mb={16} />}>
            <SetupChecklist
              className={classes.setup}
              data={checklist.data}
              isFolded={hasStats(overview)}
              readAgain={() => checklist.refetch()}
            />
          </Suspense>
        )}
        <div className={classes.figures}>
          <OverviewCards overview={isHere ? overview : undefined} whose="all partners" />
        </div>
        {tasks.error && <ErrorState error={tasks.error} onRetry={() => void tasks.refetch()} />}
        <div className={classes.columns}>
          {isHere && tasks.data ? <ForYou tasks={tasks.data.tasks} /> : <Skeleton height={280} radius={14} />}
          {isHere && hasStats(overview) && <Glance overview={overview} />}
          {isHere && overview.unread.count > 0 && <Unread unread={overview.unread} as="admin" />}
        </div>
        {isHere && hasStats(overview) && <ChartsBelow />}
      </div>
      <Suspense>{Dialog && <Dialog onClose={() => setDialog(null)} />}</Suspense>
    </>
  )
}
