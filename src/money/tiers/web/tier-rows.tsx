import { TextInput, VisuallyHidden } from '@mantine/core'
import { formatEuros, percentText } from '#platform/domain/money.ts'
import { sameNames } from '#platform/domain/names.ts'
import { namesText, OtherNames } from '#platform/web/app/forms/name-field.tsx'
import { MoneyField, PercentField } from '#platform/web/ui/fields/money-field.tsx'
import { sameTier } from '../domain/tiers-draft.ts'
import { m } from '../messages/messages.ts'
import { TierMark } from './tier-mark.tsx'
import classes from './tiers-dialog.module.css'
import type { Draft, TiersForm } from './tiers-form.ts'

export const tierSummary = ({ name, minRevenueCents, commissionRate }: Omit<Draft, 'id'>) =>
  m.tierSummary({ name, revenue: formatEuros(minRevenueCents), rate: percentText(commissionRate) })

/** Whether the names in other languages differ. */
export const isTranslated = (tier: Draft, before: Draft) => !sameNames(tier.names ?? {}, before.names ?? {})

/** One row per tier, lowest first. The end follows from the next tier's start and is not an input. */
export function TierRows({ form }: { form: TiersForm }) {
  return form.rows.map((row, index) => {
    const field = (name: string) => ({ name: `tiers.${index}.${name}`, error: form.errors[`tiers.${index}.${name}`] })
    const isRow = ({ id }: Draft) => id === row.id
    const [remote, base] = [form.remoteTiers, form.base].map((tiers) => tiers?.find(isRow))
    return (
      <fieldset key={row.id} className={classes.row}>
        <VisuallyHidden component="legend">{m.tierNumber({ number: index + 1 })}</VisuallyHidden>
        <span className={classes.mark}>
          <TierMark order={index + 1} size={36} />
        </span>
        <TextInput
          className={classes.name ?? ''}
          label={m.name()}
          value={row.name}
          onChange={(event) => form.set(index, { name: event.currentTarget.value })}
          {...field('name')}
          {...(index === 0 ? { 'data-autofocus': true } : {})}
        />
        <MoneyField
          label={m.fromEuros()}
          bare
          readOnly={index === 0}
          variant={index === 0 ? 'filled' : 'default'}
          value={row.min}
          onChange={(min) => form.set(index, { min })}
          onBlur={() => form.validate(index, 'minRevenueCents')}
          {...field('minRevenueCents')}
        />
        <PercentField
          label={m.rateField()}
          bare
          value={row.rate}
          onChange={(rate) => form.set(index, { rate })}
          onBlur={() => form.validate(index, 'commissionRate')}
          {...field('commissionRate')}
        />
        <div className={classes.others}>
          <OtherNames
            base={row.name}
            names={row.names ?? {}}
            onChange={(names) => form.set(index, { names })}
            path={`tiers.${index}.names`}
            errors={form.errors}
          />
        </div>
        {form.falling.includes(index) && <p className={classes.warning}>{m.paysLessWarning()}</p>}
        {form.remoteTiers && !remote && <p className={classes.remote}>{m.removedMeanwhile()}</p>}
        {remote && base && !sameTier(remote, base) && (
          <p className={classes.remote}>
            {m.savedMeanwhile({ tier: tierSummary(remote) })}
            {isTranslated(remote, base) && ` · ${namesText(remote.names ?? {})}`}
          </p>
        )}
      </fieldset>
    )
  })
}
