import type * as z from 'zod/mini'
import { readCell } from '#leads/import/domain/lead-import.ts'
import { damagedCells } from '#platform/domain/damaged-cells.ts'
import { parseEuros } from '#platform/domain/money.ts'
import type { FieldError } from '#platform/domain/refusal.ts'
import { amountError, amountMessages, quoted } from '#platform/domain/typed-amounts.ts'
import { parseDay } from '#platform/domain/typed-days.ts'
import { oneLine } from '#platform/domain/typed-text.ts'
import type { clientPaymentRow } from '../../api/client-payment-import.ts'
import { maxReferenceLength } from '../../domain/client-payments.ts'
import { m } from '../../messages/messages.ts'
import type { LeadNaming } from './find-leads.ts'

export type GivenRow = z.output<typeof clientPaymentRow>

export interface ReadRow {
  readonly naming: LeadNaming
  readonly reference: string
  readonly receivedOn: string
  readonly netCents: number
}

const ofAmount = amountMessages(m.theAmount)

/** Reads the texts of a row: days and amounts in French or English notation. Says everything that is wrong. */
export function readRow(cells: GivenRow): ReadRow | { readonly errors: readonly FieldError[] } {
  const damaged = damagedCells(cells)
  if (damaged.length > 0) return { errors: damaged }
  const cell = (field: keyof GivenRow) => oneLine(readCell(cells[field]))
  const reference = cell('reference')
  const receivedOn = parseDay(cell('receivedOn'))
  const amount = cell('amount')
  const netCents = amount === '' ? null : parseEuros(amount)
  const errors: FieldError[] = []
  if (reference === '' || reference.length > maxReferenceLength) {
    errors.push({ path: 'reference', message: m.invoiceNumberLength({ maxReferenceLength }) })
  }
  if (!receivedOn) {
    const dayText = quoted(cell('receivedOn'))
    errors.push({ path: 'receivedOn', message: m.dayUnreadable({ dayText }) })
  }
  const amountMessage = amountError(netCents ?? amount, ofAmount)
  if (netCents !== null && netCents < 0) {
    errors.push({ path: 'amount', message: m.refundNotByFile() })
  } else if (amountMessage ?? netCents === 0) {
    errors.push({ path: 'amount', message: amountMessage ?? m.amountNotPositive() })
  }
  if (errors.length > 0 || !receivedOn || netCents === null) return { errors }
  return {
    naming: { leadId: cell('leadId'), company: cell('company'), email: cell('email') },
    reference,
    receivedOn,
    netCents,
  }
}
