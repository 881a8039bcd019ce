import { Button, Skeleton } from '@mantine/core'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { mayDo } from '#access/web/rights.ts'
import { WithRight } from '#access/web/with-right.tsx'
import { useKeptOpen } from '#platform/web/app/kept-open.ts'
import { useMe } from '#platform/web/app/session/session.ts'
import { IconFilePlus, IconFolderPlus, IconUserPlus } from '#platform/web/ui/icons.ts'
import { PageHeader } from '#platform/web/ui/page/page-header.tsx'
import { ErrorState } from '#platform/web/ui/page/states.tsx'
import type { SetupChecklist as Checklist } from '#provider/checklist/api.ts'
import { checklistQuery, loadChecklist } from '#provider/checklist/web/data.ts'
import { type Tasks, tasksQuery } from '../for-you/web/data.ts'
import { ForYou } from '../for-you/web/for-you.tsx'
import { m } from '../messages/messages.ts'
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

/** Storage keys of their drafts. */
const drafts = { invite: 'invitation', contract: 'contract', resource: 'resource' } as const

/** Overview for staff: totals of all partners, what waits for the reader, money and pipeline, what is unread; charts below. */
export function AdminOverview({ overview }: { overview: Overview | undefined }) {
  const me = useMe()
  const tasks = useQuery(tasksQuery)
  // What is still to be set up, for those who may do it.
  const checklist = useQuery({ ...checklistQuery, enabled: mayDo(me, 'programme') })
  const isHere = overview && !tasks.isPending && !checklist.isLoading
  const [dialog, setDialog] = useKeptOpen<keyof typeof dialogs>('overview', (open) => drafts[open])
  const Dialog = dialog && dialogs[dialog]
  return (
    <>
      <PageHeader title={m.dashboard()} lang={m.dashboard.lang} subtitle={m.welcomeStaff({ fullName: me.fullName })}>
        <WithRight right={['partners', 'team']}>
          <Button leftSection={<IconUserPlus size={18} aria-hidden="true" />} onClick={() => setDialog('invite')}>
            {m.invitePartner()}
          </Button>
        </WithRight>
        <WithRight right="contracts">
          <Button
            variant="default"
            leftSection={<IconFilePlus size={18} aria-hidden="true" />}
            onClick={() => setDialog('contract')}
          >
            {m.addContract()}
          </Button>
        </WithRight>
        <WithRight right="resources">
          <Button
            lang={m.addResource.lang}
            variant="default"
            leftSection={<IconFolderPlus size={18} aria-hidden="true" />}
            onClick={() => setDialog('resource')}
          >
            {m.addResource()}
          </Button>
        </WithRight>
      </PageHeader>
      {/* All of it is shown at once, the set-up's late code included, so that nothing is pushed down. */}
      <Suspense fallback={<Awaited />}>{isHere ? <Parts {...{ overview, tasks, checklist }} /> : <Awaited />}</Suspense>
      <Suspense>{Dialog && <Dialog onClose={() => setDialog(null)} />}</Suspense>
    </>
  )
}

/** The place of the parts while they load. */
function Awaited() {
  return (
    <>
      <div className={classes.figures}>
        <OverviewCards overview={undefined} whose="all" />
      </div>
      <div className={classes.columns}>
        <Skeleton height={280} radius={14} />
      </div>
    </>
  )
}

interface PartsProps {
  readonly overview: Overview
  readonly tasks: UseQueryResult<Tasks, Error>
  readonly checklist: UseQueryResult<Checklist, Error>
}

/** What stands below the title. The queries are the page's own: one that failed would be asked again by each new observer. */
function Parts({ overview, tasks, checklist }: PartsProps) {
  return (
    <>
      {checklist.error && !checklist.data && <ErrorState error={checklist.error} onRetry={() => void checklist.refetch()} />}
      {checklist.data?.isOpen && (
        <SetupChecklist
          className={classes.setup}
          data={checklist.data}
          isFolded={hasStats(overview)}
          readAgain={() => checklist.refetch()}
        />
      )}
      <div className={classes.figures}>
        <OverviewCards overview={overview} whose="all" />
      </div>
      {tasks.error && <ErrorState error={tasks.error} onRetry={() => void tasks.refetch()} />}
      <div className={classes.columns}>
        {tasks.data ? <ForYou tasks={tasks.data.tasks} /> : <Skeleton height={280} radius={14} />}
        {hasStats(overview) && <Glance overview={overview} />}
        {overview.unread.count > 0 && <Unread unread={overview.unread} as="admin" />}
      </div>
      {hasStats(overview) && <ChartsBelow />}
    </>
  )
}
