import { NumberInput, SimpleGrid } from '@mantine/core'
import * as z from 'zod/mini'
import { correctionForm } from '#contract/commissions.ts'
import { commissionAmount, parseEuros } from '#domain/money.ts'
import type { Faults } from '../app/form.ts'

/** Revenue in euros and rate in percent as they are typed, which need not be numbers yet: '-' is the start of one. */
export interface TypedMoney {
  readonly revenueCents: string | number
  readonly commissionRate: string | number
}

/** As they are sent; null for what was left empty. */
export function moneyOf({ revenueCents, commissionRate }: TypedMoney) {
  return {
    revenueCents: parseEuros(String(revenueCents)),
    commissionRate: commissionRate === '' ? null : Number(commissionRate),
  }
}

/** What they would come to, in cents; null while they are no money that could be sent. */
export function amountOf(typed: TypedMoney): number | null {
  const { success, data } = z.safeParse(z.pick(correctionForm, { revenueCents: true, commissionRate: true }), moneyOf(typed))
  return success ? commissionAmount(data.revenueCents, data.commissionRate) : null
}

interface MoneyFieldsProps {
  readonly form: {
    readonly values: TypedMoney
    readonly faults: Faults
    readonly set: (name: keyof TypedMoney, value: string | number) => void
  }
  /** What an empty rate means. */
  readonly ratePlaceholder?: string
}

/** The two numbers that a commission is made of, with at most two decimals each. */
export function MoneyFields({ form: { values, faults, set }, ratePlaceholder = '' }: MoneyFieldsProps) {
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }}>
      <NumberInput
        label="Revenue (€)"
        name="revenueCents"
        required
        min={0}
        step={100}
        decimalScale={2}
        thousandSeparator=" "
        decimalSeparator=","
        value={values.revenueCents}
        error={faults.revenueCents}
        onChange={(value) => set('revenueCents', value)}
      />
      <NumberInput
        label="Rate (%)"
        name="commissionRate"
        placeholder={ratePlaceholder}
        min={0}
        max={100}
        step={1}
        decimalScale={2}
        decimalSeparator=","
        value={values.commissionRate}
        error={faults.commissionRate}
        onChange={(value) => set('commissionRate', value)}
      />
    </SimpleGrid>
  )
}
