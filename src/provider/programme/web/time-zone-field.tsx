import { Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { matchingOptions } from '#platform/web/ui/fields/matching-options.ts'
import { m } from '../messages/messages.ts'
import { timeZonesQuery } from './data.ts'

interface TimeZoneFieldProps {
  readonly value: string
  readonly error?: string | undefined
  readonly onChange: (zone: string) => void
}

/** Choice of the provider's time zone, with what changes with it. */
export function TimeZoneField({ value, error, onChange }: TimeZoneFieldProps) {
  const zones = useQuery(timeZonesQuery).data?.timeZones ?? [value]
  return (
    <Select
      label={m.timeZone()}
      description={m.timeZoneEffect()}
      data-field="timeZone"
      searchable
      filter={matchingOptions}
      limit={50}
      allowDeselect={false}
      nothingFoundMessage={m.noSuchTimeZone()}
      data={zones.includes(value) ? zones : [value, ...zones]}
      value={value}
      error={error}
      onChange={(zone) => zone && onChange(zone)}
    />
  )
}
