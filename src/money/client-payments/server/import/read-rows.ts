import type * as z from 'zod/mini'
import type { clientPaymentRow } from '../../api/client-payment-import.ts'
import { maxReferenceLength } from '../../domain/client-payments.ts'
import { readCell } from '#leads/import/domain/lead-import.ts'
import { parseEuros } from '#platform/domain/money.ts'
import type { FieldError } from '#platform/domain/refusal.ts'
import { amountError, englishAmountMessages, quoted } from '#platform/domain/typed-amounts.ts'
import { parseDay } from '#platform/domain/typed-days.ts'
import type { LeadNaming } from './find-leads.ts'

export type GivenRow = z.output<typeof clientPaymentRow>

export interface ReadRow {
  readonly naming: LeadNaming
  readonly reference: string
  readonly receivedOn: string
  readonly netCents: number
}

const amountMessages = englishAmountMessages('The amount')

/** Reads the texts of a row: days and amounts in French or English notation. Says every fault. */
export function readRow(given: GivenRow): ReadRow | { readonly faults: readonly FieldError[] } {
  const cell = (field: keyof GivenRow) => readCell(given[field])
  const reference = cell('reference').replace(/\s+/g, ' ')
  const receivedOn = parseDay(cell('receivedOn'))
  const amount = cell('amount')
  const netCents = amount === '' ? null : parseEuros(amount)
  const faults: FieldError[] = []
  if (reference === '' || reference.length > maxReferenceLength) {
    faults.push({ path: 'reference', message: `The invoice’s number has 1 to ${maxReferenceLength} characters` })
  }
  if (!receivedOn) {
    const shown = quoted(cell('receivedOn'))
    faults.push({ path: 'receivedOn', message: `Unreadable day: “${shown}”. Write 22/11/2026 or 2026-11-22` })
  }
  const amountFault = amountError(netCents ?? amount, amountMessages)
  if (netCents !== null && netCents < 0) {
    faults.push({ path: 'amount', message: 'A refund is recorded on its payment, not by a file' })
  } else if (amountFault ?? netCents === 0) {
    faults.push({ path: 'amount', message: amountFault ?? 'The amount must be more than 0' })
  }
  if (faults.length > 0 || !receivedOn || netCents === null) return { faults }
  return {
    naming: { leadId: cell('leadId'), company: cell('company'), email: cell('email') },
    reference,
    receivedOn,
    netCents,
  }
}
