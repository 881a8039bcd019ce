import type { ComponentProps } from 'react'
import * as z from 'zod/mini'
import { percentOf } from '#platform/domain/money.ts'
import { typedEuros, typedPercent } from '#platform/domain/typed-amounts.ts'
import { FieldPair } from '#platform/web/ui/fields/field-pair.tsx'
import { MoneyField, PercentField } from '#platform/web/ui/fields/money-field.tsx'
import { correctionForm } from '../api/commission-forms.ts'
import { m } from '../messages/messages.ts'

/** Revenue and rate as typed; not necessarily valid numbers. */
export interface TypedMoney {
  readonly revenueCents: string
  readonly commissionRate: string
}

/** Values for the request; null if empty. */
export function moneyOf({ revenueCents, commissionRate }: TypedMoney) {
  return { revenueCents: typedEuros(revenueCents), commissionRate: typedPercent(commissionRate) }
}

/** Resulting amount in cents; null while the input is invalid. */
export function amountOf(typed: TypedMoney): number | null {
  const { success, data } = z.safeParse(z.pick(correctionForm, { revenueCents: true, commissionRate: true }), moneyOf(typed))
  return success ? percentOf(data.revenueCents, data.commissionRate) : null
}

interface MoneyFieldsProps {
  readonly form: { readonly number: (name: keyof TypedMoney) => ComponentProps<typeof MoneyField> }
  /** Placeholder for an empty rate. */
  readonly ratePlaceholder?: string
}

/** Inputs for revenue and rate, each with at most two decimals. */
export function MoneyFields({ form, ratePlaceholder = '' }: MoneyFieldsProps) {
  return (
    <FieldPair>
      <MoneyField label={m.revenueInEuros()} required {...form.number('revenueCents')} />
      <PercentField label={m.rateField()} placeholder={ratePlaceholder} {...form.number('commissionRate')} />
    </FieldPair>
  )
}
