import { Select, Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { nameOf } from '#accounts/people/domain.ts'
import { formatEurosExact } from '#platform/domain/money.ts'
import type { PayableLead } from '../api/client-payments.ts'
import { m } from '../messages/messages.ts'
import { payableLeadsQuery } from './data.ts'
import { obstacleNotes } from './obstacle-texts.ts'

const labelOf = ({ company, name, partner }: PayableLead) =>
  `${company === '' ? name : `${company} — ${name}`} (${nameOf(partner)})`

/** 'by the client’s payments: 5 000,00 € of 12 000,00 € received', or why none can be recorded. */
function ruleOf({ obstacle, expectedCents, receivedCents }: PayableLead): string {
  if (obstacle) return obstacleNotes[obstacle]
  if (expectedCents === null) return m.byPayments()
  return m.byPaymentsSoFar({ received: formatEurosExact(receivedCents), expected: formatEurosExact(expectedCents) })
}

interface PayableLeadFieldProps {
  readonly value: string | null
  readonly error: string | undefined
  readonly onChange: (leadId: string | null) => void
}

/** Searchable select for a signed lead, each with the rule by which its commission is due; the server searches. */
export function PayableLeadField({ value, error, onChange }: PayableLeadFieldProps) {
  const [typed, setTyped] = useState('')
  const [search] = useDebouncedValue(typed, 200)
  const [choice, setChoice] = useState<PayableLead | null>(null)
  // After a choice the field holds the chosen lead, which is no search text.
  const { data } = useQuery(payableLeadsQuery(choice && search === labelOf(choice) ? '' : search.trim()))
  const found = data?.leads ?? []
  const leads = choice && !found.some(({ id }) => id === choice.id) ? [...found, choice] : found
  const byId = new Map(leads.map((lead) => [lead.id, lead]))
  return (
    <Select
      label={m.lead()}
      data-field="leadId"
      required
      searchable
      filter={({ options: all }) => all}
      comboboxProps={{ withinPortal: false }}
      openOnFocus={false}
      placeholder={m.searchSignedLeads()}
      nothingFoundMessage={m.noSignedLead()}
      data={leads.map((lead) => ({ value: lead.id, label: labelOf(lead) }))}
      renderOption={({ option }) => {
        const lead = byId.get(option.value)
        return (
          <div>
            <Text fz="sm">{option.label}</Text>
            {lead && (
              // In the option's own colour, which changes with the one that is selected.
              <Text fz="xs" className="figure" fs={lead.obstacle ? 'italic' : undefined} style={{ opacity: 0.85 }}>
                {ruleOf(lead)}
              </Text>
            )}
          </div>
        )
      }}
      value={value}
      error={error}
      onSearchChange={setTyped}
      onChange={(leadId) => {
        setChoice(byId.get(leadId ?? '') ?? null)
        onChange(leadId)
      }}
    />
  )
}
