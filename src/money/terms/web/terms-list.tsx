import { longDate } from '#platform/web/ui/dates.ts'
import { SoftText } from '#platform/web/ui/soft-text.ts'
import type { ToldTerms } from '../api.ts'
import { m } from '../messages/messages.ts'
import classes from './terms.module.css'

/** Changes of the terms, each with what it says and the day on which the partner was told. */
export function TermsList({ changes }: { readonly changes: readonly ToldTerms[] }) {
  return (
    <ul className={classes.changes}>
      {changes.map(({ id, at, title, lines }) => (
        <li key={id}>
          <strong>{title}</strong>
          {lines.map((line) => (
            <p key={line}>{line}</p>
          ))}
          <SoftText component="p" fz="sm">
            {m.toldOn({ day: longDate(at) })}
          </SoftText>
        </li>
      ))}
    </ul>
  )
}
