import { Alert, Button, Group, NativeSelect, Stack, Text } from '@mantine/core'
import type { ClientPaymentMapping } from '#domain/client-payment-file.ts'
import {
  clientPaymentFileFields,
  clientPaymentTitle,
  leadNamingFields,
  requiredClientPaymentFields,
} from '#domain/client-payment-file.ts'
import type { LeadFile } from '#web/leads/import/import-file.ts'
import { FieldPair } from '#web/ui/field-pair.tsx'

interface PaymentsMappingProps {
  readonly file: LeadFile
  readonly fileName: string
  readonly mapping: ClientPaymentMapping
  readonly onChange: (mapping: ClientPaymentMapping) => void
  readonly onBack: () => void
  readonly onCheck: () => void
}

/** Assigns a column of the file to each field: preset by the titles, changed by hand. */
export function PaymentsMapping({ file, fileName, mapping, onChange, onBack, onCheck }: PaymentsMappingProps) {
  const titleOf = (column: number) => file.titles[column] || `Column ${column + 1}`
  const exampleOf = (column: number) => file.rows.find(({ cells }) => cells[column]?.trim())?.cells[column]?.trim() ?? ''
  const missing = requiredClientPaymentFields.filter((field) => mapping[field] === null).map(clientPaymentTitle)
  const isNamed = leadNamingFields.some((field) => mapping[field] !== null)
  const wanted = [...(isNamed ? [] : ['Lead id, company or e-mail']), ...missing]
  return (
    <Stack>
      <Text>
        “{fileName}” holds {file.rows.length === 1 ? '1 row' : `${file.rows.length} rows`}. Check where each field comes from.
      </Text>
      <FieldPair>
        {clientPaymentFileFields.map((field) => {
          const column = mapping[field]
          const example = column === null ? '' : exampleOf(column)
          return (
            <NativeSelect
              key={field}
              label={clientPaymentTitle(field)}
              required={requiredClientPaymentFields.includes(field)}
              inputWrapperOrder={['label', 'input', 'description', 'error']}
              description={example && `e.g. ${example.length > 40 ? `${example.slice(0, 40)}…` : example}`}
              data={[
                { value: '', label: '— no column —' },
                ...file.titles.map((_, each) => ({ value: String(each), label: titleOf(each) })),
              ]}
              value={column === null ? '' : String(column)}
              onChange={({ currentTarget: { value } }) => onChange({ ...mapping, [field]: value === '' ? null : Number(value) })}
            />
          )
        })}
      </FieldPair>
      {wanted.length > 0 && (
        <Alert color="yellow" role="status">
          Choose a column for: {wanted.join(', ')}.
        </Alert>
      )}
      <Group justify="flex-end">
        <Button variant="default" onClick={onBack}>
          Back
        </Button>
        <Button disabled={wanted.length > 0} onClick={onCheck}>
          Check
        </Button>
      </Group>
    </Stack>
  )
}
