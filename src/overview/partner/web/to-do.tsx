import { Button, Title } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'react-router'
import { withReason } from '#money/coming/domain/obstacle-text.ts'
import { formatEuros } from '#platform/domain/money.ts'
import { IconCircleCheck } from '#platform/web/ui/icons.ts'
import type { PartnerTask } from '../api.ts'
import { m } from '../messages/messages.ts'
import type { ToDo as ToDoList } from './data.ts'
import classes from './own-money.module.css'
import { dependsText, taskTexts } from './task-texts.ts'

/** Rows that are shown unasked; one more is no reason to ask. */
const firstRows = 5

interface ToDoProps {
  readonly toDo: ToDoList
}

/** What the partner is waited for: each task with the money that hangs on it, and its button. */
export function ToDo({ toDo: { tasks, dependsCents } }: ToDoProps) {
  const [showsAll, setShowsAll] = useState(false)
  const shown = showsAll || tasks.length === firstRows + 1 ? tasks : tasks.slice(0, firstRows)
  const now = new Date()
  return (
    <section className={classes.panel} aria-labelledby="to-do">
      <div className={classes.head}>
        <Title order={2} fz={20} id="to-do">
          {m.toDo()}
        </Title>
        {dependsCents > 0 && (
          <p className={classes.sum}>
            {m.waitingForYou({
              amount: formatEuros(dependsCents),
              b: (parts) => (
                <b key="amount" className="figure">
                  {parts}
                </b>
              ),
            })}
          </p>
        )}
      </div>
      {tasks.length === 0 ? (
        <p className={classes.calm}>
          <IconCircleCheck size={22} aria-hidden="true" />
          {m.nothingToDo()}
        </p>
      ) : (
        <ul className={classes.rows}>
          {shown.map((task) => (
            <Task key={`${task.kind} ${task.id} ${task.subject}`} task={task} now={now} />
          ))}
        </ul>
      )}
      {tasks.length > shown.length && (
        <Button variant="subtle" className={classes.more ?? ''} onClick={() => setShowsAll(true)}>
          {m.showOthers({ count: tasks.length - shown.length })}
        </Button>
      )}
    </section>
  )
}

function Task({ task, now }: { readonly task: PartnerTask; readonly now: Date }) {
  const { title, button, hint } = taskTexts(task, now)
  const money = dependsText(task)
  return (
    <li className={classes.task}>
      <span className={classes.words}>
        <strong>{title}</strong>
        {hint && <span className={classes.hint}>{hint}</span>}
        {money && <span className={classes.depends}>{money}</span>}
      </span>
      <Button
        component={Link}
        to={task.where}
        variant="default"
        aria-label={withReason(button, title)}
        className={classes.act ?? ''}
      >
        {button}
      </Button>
    </li>
  )
}
