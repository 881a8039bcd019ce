import { stageName, useStages } from '#leads/lead-settings/web/data.ts'
import { formatEurosExact } from '#platform/domain/money.ts'
import { formatCount } from '#platform/web/ui/counts.ts'
import { m } from '../messages/messages.ts'
import type { KindHere } from './choices.ts'
import { outcomeLabels } from './counts-text.ts'
import type { ReadImport } from './data.ts'
import classes from './imports.module.css'

/** The rows of an import by partner and state, with the sum of their amounts. */
export function ImportSums({ here, read: { sums } }: { readonly here: KindHere; readonly read: ReadImport }) {
  const stages = useStages()
  if (sums.length < 2) return null
  const statusOf = (status: string) => (here.kind === 'leads' ? stageName(stages, status) : status) || '—'
  return (
    <details>
      <summary>{m.sumsTitle()}</summary>
      <table className={classes.values}>
        <thead>
          <tr>
            <th scope="col">{m.outcome()}</th>
            <th scope="col">{m.partner()}</th>
            <th scope="col">{m.state()}</th>
            <th scope="col">{m.rowsOfFile()}</th>
            <th scope="col">{m.amount()}</th>
          </tr>
        </thead>
        <tbody>
          {sums.map(({ outcome, partner, status, count, amountCents }) => (
            <tr key={`${outcome} ${partner} ${status}`}>
              <td>{outcomeLabels[outcome]()}</td>
              <td>{partner || '—'}</td>
              <td>{statusOf(status)}</td>
              <td className="figure">{formatCount(count)}</td>
              <td className="figure">{formatEurosExact(amountCents)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  )
}
