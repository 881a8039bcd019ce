import { Title } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { IconCircleCheck } from '#platform/web/ui/icons.ts'
import type { Turn } from '../domain/task-kinds.ts'
import { groupTasks } from '../domain/tasks.ts'
import { m } from '../messages/messages.ts'
import { type ListedTask, readTasksAgain } from './data.ts'
import { Folded } from './folded.tsx'
import classes from './for-you.module.css'
import { TaskRow } from './task-row.tsx'

const TaskDialog = lazy(() => import('./task-dialog.tsx'))

/** What the reader may act on, most urgent first; what is their colleagues' or others' is folded below. */
export function ForYou({ tasks }: { readonly tasks: readonly ListedTask[] }) {
  const [open, setOpen] = useState<ListedTask | null>(null)
  const now = new Date()
  const of = (turn: Turn) =>
    groupTasks(
      tasks.filter((task) => task.turn === turn),
      now,
    )
  const rows = of('yours')
  const close = () => {
    setOpen(null)
    void readTasksAgain()
  }
  return (
    <section className={classes.panel} aria-labelledby="for-you">
      <Title order={2} fz={20} id="for-you">
        {m.forYou()}
      </Title>
      {rows.length === 0 ? (
        <p className={classes.calm}>
          <IconCircleCheck size={22} aria-hidden="true" />
          {m.nothingWaits()}
        </p>
      ) : (
        <ul className={classes.rows}>
          {rows.map(({ page, tasks: parts }) => (
            <TaskRow key={page} tasks={parts} now={now} onAct={setOpen} />
          ))}
        </ul>
      )}
      <Folded title={m.forColleagues()} groups={of('colleagues')} onRemind={setOpen} />
      <Folded title={m.waitingForOthers()} groups={of('others')} onRemind={setOpen} />
      <Suspense>{open && <TaskDialog task={open} onClose={close} />}</Suspense>
    </section>
  )
}
