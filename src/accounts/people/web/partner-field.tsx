import { Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { matchingOptions } from '#platform/web/ui/fields/matching-options.ts'
import { partnerLine } from '../domain.ts'
import { m } from '../messages/messages.ts'
import { partnerNamesQuery } from './partner-names.ts'

/** Maximum number of options shown. */
const maxShown = 50

interface PartnerFieldProps {
  /** Name of the form field, for focusing errors. */
  readonly name: string
  readonly value: string | null
  readonly error?: string | undefined
  /** Says what the partner is chosen for; default: 'Partner'. */
  readonly label?: string
  /** A partner that is no choice here. */
  readonly except?: string
  readonly onChange: (partnerId: string | null) => void
}

/** Searchable select for one partner. */
export function PartnerField({ name, value, error, label = m.partner(), except, onChange }: PartnerFieldProps) {
  const names = useQuery(partnerNamesQuery)
  const partners = (names.data?.partners ?? []).filter(({ id }) => id !== except)
  return (
    <Select
      label={label}
      data-field={name}
      required
      searchable
      filter={matchingOptions}
      limit={maxShown}
      comboboxProps={{ withinPortal: false }}
      openOnFocus={false}
      placeholder={m.choosePartner()}
      nothingFoundMessage={m.noPartnerFound()}
      data={partners.map((each) => ({ value: each.id, label: partnerLine(each) }))}
      value={value}
      error={error}
      onChange={onChange}
    />
  )
}
