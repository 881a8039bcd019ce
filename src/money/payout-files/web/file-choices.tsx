import { Checkbox, Select, TextInput } from '@mantine/core'
import { useState } from 'react'
import { payoutFormats } from '#money/bank-files/domain/payout-batch.ts'
import { formatOptions } from '#money/payouts/web/payout-formats.ts'
import { FieldPair } from '#platform/web/ui/fields/field-pair.tsx'
import type { PayoutFilePreview } from '../api.ts'
import { m } from '../messages/messages.ts'
import type { FileOptions } from './data.ts'

interface FileChoicesProps {
  readonly preview: PayoutFilePreview
  readonly onChange: (change: FileOptions) => void
}

/** How the bank gets and executes the file. What is chosen is remembered for the next one, except for the day. */
export function FileChoices({ preview, onChange }: FileChoicesProps) {
  const [contract, setContract] = useState(preview.contractNumber)
  return (
    <>
      <FieldPair>
        <TextInput
          label={m.executionDay()}
          type="date"
          required
          value={preview.executeOn}
          onChange={({ currentTarget }) => currentTarget.value && onChange({ executeOn: currentTarget.value })}
        />
        <Select
          label={m.format()}
          data={formatOptions}
          allowDeselect={false}
          value={preview.format}
          onChange={(value) => {
            const format = payoutFormats.find((each) => each === value) ?? 'pain.001.001.09'
            onChange(format === 'pain.001.001.09' ? { format } : { format, instant: false })
          }}
        />
      </FieldPair>
      <Checkbox
        label={m.oneDebitForFile()}
        description={m.oneDebitForFileHint()}
        checked={preview.batchBooking}
        onChange={({ currentTarget }) => onChange({ batchBooking: currentTarget.checked })}
      />
      <Checkbox
        label={m.instantTransfers()}
        description={m.instantTransfersHint()}
        checked={preview.instant}
        disabled={preview.format !== 'pain.001.001.09'}
        onChange={({ currentTarget }) => onChange({ instant: currentTarget.checked })}
      />
      <TextInput
        label={m.contractNumber()}
        description={m.ifBankAsks()}
        autoComplete="off"
        value={contract}
        onChange={({ currentTarget }) => setContract(currentTarget.value)}
        onBlur={() => contract.trim() !== preview.contractNumber && onChange({ contractNumber: contract.trim() })}
      />
    </>
  )
}
