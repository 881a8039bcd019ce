import { Link } from 'react-router'
import { StatusBadge } from '#platform/web/ui/page/status-badge.tsx'
import { RowButton } from '#platform/web/ui/tables/row-button.tsx'
import { taskAddress, taskKinds } from '../domain/task-kinds.ts'
import type { ListedTask } from './data.ts'
import classes from './for-you.module.css'
import { actOf } from './task-acts.ts'
import { lateText, sumText, taskText } from './task-texts.ts'

interface TaskRowProps {
  /** Tasks of one page, the most urgent first. */
  readonly tasks: readonly ListedTask[]
  readonly now: Date
  readonly onAct: (task: ListedTask) => void
}

/** A page's tasks: each leads to its rows, and the first one-click act stands beside them. */
export function TaskRow({ tasks, now, onAct }: TaskRowProps) {
  const act = actOf(tasks)
  const isLoss = tasks.some(({ kind }) => taskKinds[kind].isLoss)
  const isLate = tasks.some((task) => lateText(task, now) !== null)
  const sum = sumText(tasks)
  return (
    <li className={classes.row}>
      <span className={classes.dot} data-tone={isLoss ? 'danger' : isLate ? 'todo' : undefined} />
      <span className={classes.parts}>
        {tasks.map((task) => (
          <TaskPart key={task.kind} task={task} now={now} />
        ))}
      </span>
      {sum && <span className={`figure ${classes.sum}`}>{sum}</span>}
      {act && (
        <RowButton look="default" aria-label={`${act.label}: ${taskText(act.task)}`} onClick={() => onAct(act.task)}>
          {act.label}
        </RowButton>
      )}
    </li>
  )
}

function TaskPart({ task, now }: { readonly task: ListedTask; readonly now: Date }) {
  const { isLoss } = taskKinds[task.kind]
  const late = lateText(task, now)
  return (
    <span className={classes.part}>
      <Link to={taskAddress(taskKinds[task.kind], task.only?.id ?? null)} className={classes.link} data-loss={isLoss}>
        {taskText(task)}
      </Link>
      {late && <StatusBadge tone={isLoss || task.late.cents > 0 ? 'danger' : 'todo'}>{late}</StatusBadge>}
    </span>
  )
}
