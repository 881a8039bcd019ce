import type { ImportFile } from '#platform/web/app/forms/import-file.ts'
import { ColumnChoices } from '#platform/web/ui/fields/column-choices.tsx'
import {
  type ClientPaymentMapping,
  clientPaymentColumns,
  leadNamingFields,
  requiredClientPaymentFields,
} from '../../domain/client-payment-file.ts'
import { m } from '../../messages/messages.ts'

interface PaymentsMappingProps {
  readonly file: ImportFile
  readonly fileName: string
  readonly mapping: ClientPaymentMapping
  readonly onChange: (mapping: ClientPaymentMapping) => void
  readonly onBack: () => void
  readonly onCheck: () => void
}

/** Assigns a column of the file to each field: preset by the titles, changed by hand. */
export function PaymentsMapping({ mapping, ...props }: PaymentsMappingProps) {
  const isNamed = leadNamingFields.some((field) => mapping[field] !== null)
  return (
    <ColumnChoices
      {...props}
      columns={clientPaymentColumns}
      required={requiredClientPaymentFields}
      mapping={mapping}
      wishedFields={isNamed ? [] : [m.leadNamingFields()]}
    />
  )
}
