import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { StatusBadge } from '#platform/web/ui/page/status-badge.tsx'
import { RowButton } from '#platform/web/ui/tables/row-button.tsx'
import { taskKinds } from '../domain/task-kinds.ts'
import { m } from '../messages/messages.ts'
import type { ListedTask } from './data.ts'
import classes from './for-you.module.css'
import { actOf } from './task-acts.ts'
import { addressOf, lateText, sumText, taskText } from './task-texts.ts'

interface TaskRowProps {
  /** Tasks of one page, the most urgent first. */
  readonly tasks: readonly ListedTask[]
  readonly now: Date
  readonly onAct: (task: ListedTask) => void
}

/** A page's tasks: each leads to its rows, and has its euros and its one-click act beside it. */
export function TaskRow({ tasks, now, onAct }: TaskRowProps) {
  const isLoss = tasks.some(({ kind }) => taskKinds[kind].isLoss)
  const isLate = tasks.some((task) => lateText(task, now) !== null)
  return (
    <li className={classes.row}>
      <span className={classes.dot} data-tone={isLoss ? 'danger' : isLate ? 'todo' : undefined} />
      <div className={classes.parts}>
        {tasks.map((task) => (
          <TaskPart key={task.kind} task={task} now={now} onAct={onAct} />
        ))}
      </div>
    </li>
  )
}

function TaskPart({ task, now, onAct }: Pick<TaskRowProps, 'now' | 'onAct'> & { readonly task: ListedTask }) {
  const { isLoss } = taskKinds[task.kind]
  const late = lateText(task, now)
  const act = actOf(task)
  return (
    <div className={classes.part}>
      <span className={classes.what}>
        <Link to={addressOf(task)} className={classes.link} data-loss={isLoss}>
          {taskText(task)}
        </Link>
        {late && <StatusBadge tone={isLoss || task.late.cents > 0 ? 'danger' : 'todo'}>{late}</StatusBadge>}
      </span>
      <TaskEnd task={task}>
        {act && (
          <RowButton look="default" aria-label={m.actOf({ act, task: taskText(task) })} onClick={() => onAct(task)}>
            {act}
          </RowButton>
        )}
      </TaskEnd>
    </div>
  )
}

/** The euros of a task, and its button. */
export function TaskEnd({ task, children }: { readonly task: ListedTask; readonly children: ReactNode }) {
  const sum = sumText(task)
  return (
    (sum || children) && (
      <span className={classes.end}>
        {sum && <span className={`figure ${classes.sum}`}>{sum}</span>}
        {children}
      </span>
    )
  )
}
