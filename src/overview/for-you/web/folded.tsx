import { Link } from 'react-router'
import { taskAddress, taskKinds } from '../domain/task-kinds.ts'
import type { TaskGroup } from '../domain/tasks.ts'
import type { ListedTask } from './data.ts'
import classes from './for-you.module.css'
import { sumText, taskText, waitingText } from './task-texts.ts'

interface FoldedProps {
  readonly title: string
  readonly groups: readonly TaskGroup<ListedTask>[]
}

/** What is not the reader's to do: who can, and since when. Nothing without tasks. */
export function Folded({ title, groups }: FoldedProps) {
  const tasks = groups.flatMap(({ tasks: all }) => all)
  if (tasks.length === 0) return null
  const count = tasks.reduce((sum, task) => sum + task.count, 0)
  return (
    <details className={classes.folded}>
      <summary>
        {title} <span className="figure">({count.toLocaleString('fr-FR')})</span>
      </summary>
      <ul className={classes.rows}>
        {tasks.map((task) => (
          <li key={task.kind} className={classes.row}>
            <span className={classes.dot} />
            <span className={classes.parts}>
              <Link to={taskAddress(taskKinds[task.kind], task.only?.id ?? null)} className={classes.link}>
                {taskText(task)}
              </Link>
              <span className={classes.waiting}>{waitingText(task)}</span>
            </span>
            {task.cents > 0 && <span className={`figure ${classes.sum}`}>{sumText([task])}</span>}
          </li>
        ))}
      </ul>
    </details>
  )
}
