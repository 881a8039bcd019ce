import { Checkbox, Text, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { foldText } from '#platform/domain/fold-text.ts'
import { oneLine } from '#platform/domain/typed-text.ts'
import { QueryBoundary } from '#platform/web/ui/page/states.tsx'
import { partnerLine } from '../domain.ts'
import { m } from '../messages/messages.ts'
import classes from './partner-choice.module.css'
import { partnerNamesQuery } from './partner-names.ts'

const maxShown = 60

interface PartnerChoiceProps {
  readonly selection: ReadonlySet<string>
  readonly max: number
  readonly onChange: (selection: ReadonlySet<string>) => void
}

/** Several partners, found by name or company. */
export function PartnerChoice({ selection, max, onChange }: PartnerChoiceProps) {
  const names = useQuery(partnerNamesQuery)
  const [search, setSearch] = useState('')
  const toggle = (id: string) =>
    onChange(new Set(selection.has(id) ? [...selection].filter((each) => each !== id) : [...selection, id]))
  return (
    <>
      <TextInput
        label={m.findPartners()}
        type="search"
        data-autofocus
        value={search}
        onChange={(event) => setSearch(event.currentTarget.value)}
      />
      <QueryBoundary query={names} rows={3}>
        {({ partners }) => {
          const matches = partners.filter((each) => foldText(`${each.name} ${each.company}`).includes(foldText(oneLine(search))))
          return (
            <fieldset className={classes.people}>
              <legend className={classes.legend}>{m.partners()}</legend>
              {matches.slice(0, maxShown).map((each) => (
                <Checkbox
                  key={each.id}
                  label={partnerLine(each)}
                  checked={selection.has(each.id)}
                  disabled={!selection.has(each.id) && selection.size >= max}
                  onChange={() => toggle(each.id)}
                />
              ))}
              {matches.length === 0 && <Text c="var(--ink-soft)">{m.noPartnerFound()}</Text>}
              {matches.length > maxShown && (
                <Text c="var(--ink-soft)">{m.morePartners({ count: matches.length - maxShown })}</Text>
              )}
            </fieldset>
          )
        }}
      </QueryBoundary>
    </>
  )
}
