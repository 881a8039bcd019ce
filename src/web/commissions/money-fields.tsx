import type { ComponentProps } from 'react'
import * as z from 'zod/mini'
import { correctionForm } from '#api/commissions.ts'
import { commissionAmount } from '#domain/money.ts'
import { typedEuros, typedPercent } from '#domain/typed-amounts.ts'
import { MoneyField, PercentField } from '../ui/money-field.tsx'
import { FieldPair } from '../ui/field-pair.tsx'

/** Revenue in euros and rate in percent as they are typed, which need not be numbers yet: '-' is the start of one. */
export interface TypedMoney {
  readonly revenueCents: string
  readonly commissionRate: string
}

/** As they are sent; null for what was left empty. */
export function moneyOf({ revenueCents, commissionRate }: TypedMoney) {
  return { revenueCents: typedEuros(revenueCents), commissionRate: typedPercent(commissionRate) }
}

/** What they would come to, in cents; null while they are no money that could be sent. */
export function amountOf(typed: TypedMoney): number | null {
  const { success, data } = z.safeParse(z.pick(correctionForm, { revenueCents: true, commissionRate: true }), moneyOf(typed))
  return success ? commissionAmount(data.revenueCents, data.commissionRate) : null
}

interface MoneyFieldsProps {
  readonly form: { readonly number: (name: keyof TypedMoney) => ComponentProps<typeof MoneyField> }
  /** What an empty rate means. */
  readonly ratePlaceholder?: string
}

/** The two numbers that a commission is made of, with at most two decimals each. */
export function MoneyFields({ form, ratePlaceholder = '' }: MoneyFieldsProps) {
  return (
    <FieldPair>
      <MoneyField label="Revenue (€)" required {...form.number('revenueCents')} />
      <PercentField label="Rate (%)" placeholder={ratePlaceholder} {...form.number('commissionRate')} />
    </FieldPair>
  )
}
