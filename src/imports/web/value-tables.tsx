import { NativeSelect, Title } from '@mantine/core'
import { ownValue } from '#platform/domain/keys.ts'
import { formatCount } from '#platform/web/ui/counts.ts'
import type { Mapping } from '../domain/mapping.ts'
import { m } from '../messages/messages.ts'
import type { KindHere } from './choices.ts'
import classes from './imports.module.css'
import type { ReadState } from './propose-mapping.ts'

interface ValueTablesProps {
  readonly here: KindHere
  readonly read: ReadState
  readonly onChange: (changes: Partial<Mapping>) => void
}

/** What each foreign stage, offer, state and partner is here: each once, with how many rows have it. */
export function ValueTables({ here, read: { mapping, values }, onChange }: ValueTablesProps) {
  return Object.entries(values).map(([target, counted]) => {
    const choices = here.choices[target] ?? []
    const said = mapping.values[target] ?? {}
    // The one of two columns that says nothing leaves it to the other; the only one stands for itself.
    const saysNothing = choices.some((choice) => choice.value === '') || (mapping.columns[target]?.length ?? 0) > 1
    const set = (value: string, choice: string) => {
      const { [value]: _, ...others } = said
      const next = choice === '' && !saysNothing ? others : { ...said, [value]: choice }
      onChange({ values: { ...mapping.values, [target]: next } })
    }
    return (
      <section key={target}>
        <Title order={2} fz="h4">
          {m.valuesOf({ field: here.titleOf(target) })}
        </Title>
        <table className={classes.values}>
          <thead>
            <tr>
              <th scope="col">{m.valueInFile()}</th>
              <th scope="col">{m.rowsOfFile()}</th>
              <th scope="col">{m.hereIs()}</th>
            </tr>
          </thead>
          <tbody>
            {counted.map(({ value, count }) => (
              <tr key={value}>
                <td>{value}</td>
                <td className="figure">{formatCount(count)}</td>
                <td>
                  <NativeSelect
                    aria-label={m.valueHere({ value })}
                    data={[
                      ...(choices.some((choice) => choice.value === '')
                        ? []
                        : [{ value: '', label: saysNothing ? m.saysNothing() : m.asItStands() }]),
                      ...choices,
                    ]}
                    value={ownValue(said, value) ?? ''}
                    onChange={({ currentTarget }) => set(value, currentTarget.value)}
                  />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    )
  })
}
