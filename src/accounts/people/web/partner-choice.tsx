import { Checkbox, Text, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { foldText } from '#platform/domain/fold-text.ts'
import { QueryBoundary } from '#platform/web/ui/states.tsx'
import classes from './partner-choice.module.css'
import { partnerNamesQuery } from './partner-names.ts'

const shown = 60

interface PartnerChoiceProps {
  readonly chosen: ReadonlySet<string>
  readonly atMost: number
  readonly onChange: (chosen: ReadonlySet<string>) => void
}

/** Several partners, found by name or company. */
export function PartnerChoice({ chosen, atMost, onChange }: PartnerChoiceProps) {
  const names = useQuery(partnerNamesQuery)
  const [search, setSearch] = useState('')
  const toggle = (id: string) => onChange(new Set(chosen.has(id) ? [...chosen].filter((each) => each !== id) : [...chosen, id]))
  return (
    <>
      <TextInput
        label="Find partners"
        type="search"
        data-autofocus
        value={search}
        onChange={(event) => setSearch(event.currentTarget.value)}
      />
      <QueryBoundary query={names} rows={3}>
        {({ partners }) => {
          const found = partners.filter((each) => foldText(`${each.name} ${each.company}`).includes(foldText(search)))
          return (
            <fieldset className={classes.people}>
              <legend className={classes.legend}>Partners</legend>
              {found.slice(0, shown).map((each) => (
                <Checkbox
                  key={each.id}
                  label={each.company ? `${each.name} — ${each.company}` : each.name}
                  checked={chosen.has(each.id)}
                  disabled={!chosen.has(each.id) && chosen.size >= atMost}
                  onChange={() => toggle(each.id)}
                />
              ))}
              {found.length === 0 && <Text c="var(--ink-soft)">No partner found</Text>}
              {found.length > shown && <Text c="var(--ink-soft)">And {found.length - shown} more: search by name.</Text>}
            </fieldset>
          )
        }}
      </QueryBoundary>
    </>
  )
}
