import { Link } from 'react-router'
import { mayDo } from '#access/web/rights.ts'
import { currentLocale } from '#platform/domain/languages.ts'
import { useMe } from '#platform/web/app/session/session.ts'
import { RowButton } from '#platform/web/ui/tables/row-button.tsx'
import type { TaskGroup } from '../domain/tasks.ts'
import { m } from '../messages/messages.ts'
import type { ListedTask } from './data.ts'
import classes from './for-you.module.css'
import { reminderRight } from './task-acts.ts'
import { TaskEnd } from './task-row.tsx'
import { addressOf, taskText, waitingText } from './task-texts.ts'

interface FoldedProps {
  readonly title: string
  readonly groups: readonly TaskGroup<ListedTask>[]
  /** Asks whether to remind those who are waited for. */
  readonly onRemind: (task: ListedTask) => void
}

/** What is not the reader's to do: who can, since when, and a reminder where one can be sent. Nothing without tasks. */
export function Folded({ title, groups, onRemind }: FoldedProps) {
  const me = useMe()
  const tasks = groups.flatMap(({ tasks: all }) => all)
  if (tasks.length === 0) return null
  const count = tasks.reduce((sum, task) => sum + task.count, 0)
  const mayRemind = (task: ListedTask) => {
    const right = reminderRight(task)
    return right !== null && mayDo(me, right)
  }
  return (
    <details className={classes.folded}>
      <summary>
        {title} <span className="figure">({count.toLocaleString(currentLocale())})</span>
      </summary>
      <ul className={classes.rows}>
        {tasks.map((task) => (
          <li key={task.kind} className={classes.row}>
            <span className={classes.dot} />
            <div className={classes.part}>
              <span className={classes.what}>
                <Link to={addressOf(task)} className={classes.link}>
                  {taskText(task)}
                </Link>
                <span className={classes.waiting}>{waitingText(task)}</span>
              </span>
              <TaskEnd task={task}>
                {mayRemind(task) && (
                  <RowButton look="default" aria-label={m.remindOf({ task: taskText(task) })} onClick={() => onRemind(task)}>
                    {m.remind()}
                  </RowButton>
                )}
              </TaskEnd>
            </div>
          </li>
        ))}
      </ul>
    </details>
  )
}
