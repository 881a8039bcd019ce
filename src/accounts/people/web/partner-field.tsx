import { Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { matchingOptions } from '#platform/web/ui/fields/matching-options.ts'
import { m } from '../messages/messages.ts'
import { partnerNamesQuery } from './partner-names.ts'

/** Maximum number of options shown. */
const maxShown = 50

interface PartnerFieldProps {
  /** Name of the form field, for focusing errors. */
  readonly name: string
  readonly value: string | null
  readonly error?: string | undefined
  readonly onChange: (partnerId: string | null) => void
}

/** Searchable select for one partner. */
export function PartnerField({ name, value, error, onChange }: PartnerFieldProps) {
  const names = useQuery(partnerNamesQuery)
  const partners = names.data?.partners ?? []
  return (
    <Select
      label={m.partner()}
      data-field={name}
      required
      searchable
      filter={matchingOptions}
      limit={maxShown}
      comboboxProps={{ withinPortal: false }}
      openOnFocus={false}
      placeholder={m.choosePartner()}
      nothingFoundMessage={m.noPartnerFound()}
      data={partners.map((each) => ({ value: each.id, label: each.company ? `${each.name} — ${each.company}` : each.name }))}
      value={value}
      error={error}
      onChange={onChange}
    />
  )
}
