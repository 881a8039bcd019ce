import { Button, NativeSelect, TextInput } from '@mantine/core'
import { FieldPair } from '#platform/web/ui/fields/field-pair.tsx'
import { MoneyField, PercentField } from '#platform/web/ui/fields/money-field.tsx'
import { IconPlus } from '#platform/web/ui/icons.ts'
import { SoftText } from '#platform/web/ui/soft-text.ts'
import type { BonusCounts, BonusMeasure, BonusPeriod } from '../domain/definition.ts'
import { maxBonuses } from '../domain/rule-errors.ts'
import { m } from '../messages/messages.ts'
import classes from './rule-dialog.module.css'
import type { RuleFieldsProps } from './rule-fields.tsx'
import { newBonus, type TypedBonus } from './typed-rule.ts'

const measures = [
  { value: 'signatures', label: m.measureSignatures() },
  { value: 'revenue', label: m.measureRevenue() },
  { value: 'amount', label: m.measureAmount() },
] as const satisfies { value: BonusMeasure; label: string }[]

const periods = [
  { value: 'quarter', label: m.perQuarter() },
  { value: 'half_year', label: m.perHalfYear() },
  { value: 'year', label: m.calendarYear() },
] as const satisfies { value: BonusPeriod; label: string }[]

/** From when on a bonus over all offers counts. */
const beginnings = { quarter: m.overAllFromQuarter, half_year: m.overAllFromHalfYear, year: m.overAllFromYear } as const

const counts = [
  { value: 'rule', label: m.countsRule() },
  { value: 'all', label: m.countsAll() },
] as const satisfies { value: BonusCounts; label: string }[]

const pays = [
  { value: 'cents', label: m.paysSum() },
  { value: 'percent', label: m.paysPercent() },
] as const satisfies { value: TypedBonus['pays']; label: string }[]

interface BonusRowProps {
  readonly bonus: TypedBonus
  readonly index: number
  readonly errors: RuleFieldsProps['errors']
  readonly choosesCounts: boolean
  readonly onChange: (change: Partial<TypedBonus>) => void
  readonly onRemove: () => void
}

function BonusRow({ bonus, index, errors, choosesCounts, onChange, onRemove }: BonusRowProps) {
  const { measure, per } = bonus
  const isOverAll = bonus.counts === 'all'
  const field = (name: string) => ({ name: `bonuses.${index}.${name}`, error: errors[`bonuses.${index}.${name}`] })
  return (
    <fieldset className={classes.bonus}>
      <legend className={classes.legend}>{m.bonusNumber({ number: index + 1 })}</legend>
      <FieldPair>
        <NativeSelect
          label={m.bonusCounts()}
          value={measure}
          data={measures}
          onChange={({ currentTarget: { value } }) => onChange({ measure: value as BonusMeasure, from: '' })}
        />
        {(choosesCounts || isOverAll) && (
          <NativeSelect
            label={m.bonusCountsOf()}
            value={bonus.counts}
            data={counts}
            onChange={({ currentTarget: { value } }) => onChange({ counts: value as BonusCounts })}
            {...field('counts')}
          />
        )}
        <NativeSelect
          label={m.bonusPeriod()}
          value={per}
          data={periods}
          onChange={({ currentTarget: { value } }) => onChange({ per: value as BonusPeriod })}
        />
        {measure === 'signatures' ? (
          <TextInput
            label={m.fromSignatures()}
            inputMode="numeric"
            value={bonus.from}
            onChange={({ currentTarget: { value } }) => onChange({ from: value })}
            {...field('from')}
          />
        ) : (
          <MoneyField label={m.fromEuros()} value={bonus.from} onChange={(from) => onChange({ from })} {...field('from')} />
        )}
        <NativeSelect
          label={m.bonusPays()}
          value={bonus.pays}
          data={pays}
          onChange={({ currentTarget: { value } }) => onChange({ pays: value as TypedBonus['pays'] })}
        />
        {bonus.pays === 'cents' ? (
          <MoneyField
            label={m.bonusSum()}
            value={bonus.cents}
            onChange={(cents) => onChange({ cents })}
            {...field('pays.cents')}
          />
        ) : (
          <PercentField
            label={measure === 'amount' ? m.percentOfCommissions() : m.percentOfRevenue()}
            value={bonus.percent}
            onChange={(percent) => onChange({ percent })}
            {...field('pays.percent')}
          />
        )}
      </FieldPair>
      {isOverAll && <SoftText>{beginnings[per]()}</SoftText>}
      <Button variant="subtle" size="compact-sm" onClick={onRemove} aria-label={m.removeBonusNumber({ number: index + 1 })}>
        {m.removeFile()}
      </Button>
    </fieldset>
  )
}

interface BonusRowsProps extends RuleFieldsProps {
  /** For an offer: it has no bonuses over all of them; null where nothing is chosen. */
  readonly isForOffer: boolean | null
}

/** Bonuses at thresholds. */
export function BonusRows({ rule: { bonuses }, errors, onChange, isForOffer }: BonusRowsProps) {
  const set = (next: readonly TypedBonus[]) => onChange({ bonuses: next })
  return (
    <>
      {bonuses.map((bonus, index) => (
        <BonusRow
          // biome-ignore lint/suspicious/noArrayIndexKey: a bonus is known by its place alone
          key={index}
          bonus={bonus}
          index={index}
          errors={errors}
          choosesCounts={isForOffer === false}
          onChange={(change) => set(bonuses.map((each, place) => (place === index ? { ...each, ...change } : each)))}
          onRemove={() => set(bonuses.filter((_, place) => place !== index))}
        />
      ))}
      {isForOffer && bonuses.length > 0 && <SoftText>{m.overAllElsewhere()}</SoftText>}
      {bonuses.length < maxBonuses && (
        <Button
          variant="default"
          leftSection={<IconPlus size={16} aria-hidden="true" />}
          style={{ alignSelf: 'flex-start' }}
          onClick={() => set([...bonuses, newBonus])}
        >
          {m.addBonus()}
        </Button>
      )}
    </>
  )
}
