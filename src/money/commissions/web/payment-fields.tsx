import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { FieldPair } from '#platform/web/ui/field-pair.tsx'
import { dayInputText } from '#platform/web/ui/dates.ts'
import type { Payment } from './data.ts'

/** Day and reference of a payment, today and empty at first, for the form and for the request. */
export function usePayment() {
  const [typed, setTyped] = useState({ paidOn: '', reference: '' })
  const { paidOn, reference } = typed
  const payment: Payment = { ...(paidOn ? { paidOn } : {}), reference }
  return { payment, typed, setTyped }
}

/** Day and bank reference of a payment. An empty day is today’s. */
export function PaymentFields({ typed, setTyped }: Pick<ReturnType<typeof usePayment>, 'typed' | 'setTyped'>) {
  const today = dayInputText(new Date())
  return (
    <FieldPair>
      <TextInput
        label="Paid on"
        type="date"
        max={today}
        value={typed.paidOn || today}
        onChange={({ currentTarget }) => setTyped({ ...typed, paidOn: currentTarget.value })}
      />
      <TextInput
        label="Bank reference"
        placeholder="As on the statement"
        maxLength={140}
        value={typed.reference}
        onChange={({ currentTarget }) => setTyped({ ...typed, reference: currentTarget.value })}
      />
    </FieldPair>
  )
}
