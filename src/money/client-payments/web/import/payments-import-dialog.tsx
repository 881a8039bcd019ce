import { useState } from 'react'
import type { ImportFile } from '#platform/web/app/forms/import-file.ts'
import { useImportSteps } from '#platform/web/app/forms/import-steps.ts'
import { ImportWizard, importErrors, importHint } from '#platform/web/app/forms/import-wizard.tsx'
import { call } from '#platform/web/app/requests/api.ts'
import { toastFailure, toastSuccess } from '#platform/web/app/toasts/toasts.ts'
import { ColumnChoices } from '#platform/web/ui/fields/column-choices.tsx'
import { type CheckedClientPayment, clientPaymentImportRoutes, maxClientPaymentRows } from '../../api/client-payment-import.ts'
import {
  type ClientPaymentMapping,
  clientPaymentColumns,
  leadNamingFields,
  requiredClientPaymentFields,
} from '../../domain/client-payment-file.ts'
import { m } from '../../messages/messages.ts'
import { readAgain } from '../data.ts'
import { PaymentsReview } from './payments-review.tsx'

const words = {
  title: m.importClientPayments(),
  fileHint: importHint(maxClientPaymentRows),
  modelName: 'client-payments-model.csv',
}
const errors = importErrors(maxClientPaymentRows, m.fileWithoutPayments())
const titles = clientPaymentColumns.fields.map(clientPaymentColumns.titleOf)

/** Records client payments from a CSV file. */
export default function PaymentsImportDialog({ onClose }: { onClose: () => void }) {
  const [mapping, setMapping] = useState<ClientPaymentMapping>(() => clientPaymentColumns.map([]))
  const [checked, setChecked] = useState<readonly CheckedClientPayment[]>([])
  const bodyOf = ({ rows }: ImportFile) => ({ rows: rows.map(({ cells }) => clientPaymentColumns.cellsOf(cells, mapping)) })
  const steps = useImportSteps({
    titlesIn: clientPaymentColumns.count,
    maxRows: maxClientPaymentRows,
    errors,
    onTitles: (fileTitles) => setMapping(clientPaymentColumns.map(fileTitles)),
    check: async (content) =>
      setChecked((await call(clientPaymentImportRoutes.checkClientPayments, { body: bodyOf(content) })).rows),
  })
  const record = async (content: ImportFile, options: { all: boolean; seenAboveCents: number }) => {
    try {
      const { rows } = await call(clientPaymentImportRoutes.importClientPayments, { body: { ...bodyOf(content), ...options } })
      const recorded = rows.filter(({ outcome }) => outcome === 'recorded').length
      const left = rows.filter(({ outcome }) => outcome === 'refused').length
      toastSuccess(m.paymentsRecorded({ count: recorded }), left > 0 ? m.rowsLeftOut({ count: left }) : undefined)
      onClose()
    } catch (error) {
      toastFailure(m.error(), error)
    } finally {
      await readAgain()
    }
  }
  return (
    <ImportWizard
      steps={steps}
      words={words}
      titles={titles}
      mapping={(content) => (
        <PaymentsMapping
          file={content}
          fileName={steps.file?.name ?? ''}
          mapping={mapping}
          onChange={setMapping}
          onBack={steps.another}
          onCheck={steps.check}
        />
      )}
      review={(content) => (
        <PaymentsReview
          file={content}
          checked={checked}
          onBack={() => steps.goTo('mapping')}
          onRecord={(options) => record(content, options)}
        />
      )}
      onClose={onClose}
    />
  )
}

interface PaymentsMappingProps {
  readonly file: ImportFile
  readonly fileName: string
  readonly mapping: ClientPaymentMapping
  readonly onChange: (mapping: ClientPaymentMapping) => void
  readonly onBack: () => void
  readonly onCheck: () => void
}

/** Assigns a column of the file to each field: preset by the titles, changed by hand. */
function PaymentsMapping({ mapping, ...props }: PaymentsMappingProps) {
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
