import { useState } from 'react'
import * as z from 'zod/mini'
import { parsePercent } from '#platform/domain/money.ts'
import { type Names, sameNames } from '#platform/domain/names.ts'
import type { FieldError } from '#platform/domain/refusal.ts'
import { eurosInputText, percentInputText, typedEuros, typedPercent } from '#platform/domain/typed-amounts.ts'
import { useDraft } from '#platform/web/app/forms/draft.ts'
import { type FieldErrors, fieldErrorsOf } from '#platform/web/app/forms/form.ts'
import { toastFormError } from '#platform/web/app/toasts/toasts.ts'
import { type EditableTier, tiersPreviewForm } from '../api/tier-changes.ts'
import { fallingRates, sameTiers } from '../domain/tiers-draft.ts'
import { m } from '../messages/messages.ts'

/** A tier as typed; threshold and rate are not necessarily valid numbers. */
export interface TypedTier {
  readonly id: string
  readonly name: string
  /** Absent in what was typed before there were any. */
  readonly names?: Names
  readonly min: string
  readonly rate: string
}
export type Draft = z.output<typeof tiersPreviewForm>['tiers'][number] & { readonly id: string }

const typedTier = ({ id, name, names = {}, minRevenueCents, commissionRate }: Draft): TypedTier => ({
  id,
  name,
  names,
  min: eurosInputText(minRevenueCents),
  rate: percentInputText(commissionRate),
})

const toRequestTier = ({ id, name, names, min, rate }: TypedTier) => ({
  id,
  name,
  names,
  minRevenueCents: typedEuros(min),
  commissionRate: typedPercent(rate),
})

const toDraft = ({ id, name, names, minRevenueCents, commissionRate }: EditableTier): Draft => ({
  id,
  name,
  names,
  minRevenueCents,
  commissionRate,
})

/** Three-way merge: keeps edited fields, takes the others from the newly saved tiers. */
function onTop(remote: readonly TypedTier[], base: readonly TypedTier[], local: readonly TypedTier[]): TypedTier[] {
  return remote.map((row) => {
    const [old, own] = [base, local].map((tiers) => tiers.find(({ id }) => id === row.id))
    if (!old || !own) return row
    return {
      id: row.id,
      name: own.name === old.name ? row.name : own.name,
      names: sameNames(own.names ?? {}, old.names ?? {}) ? (row.names ?? {}) : (own.names ?? {}),
      min: own.min === old.min ? row.min : own.min,
      rate: own.rate === old.rate ? row.rate : own.rate,
    }
  })
}

/** The tiers as loaded, and the edited rows. */
interface Edit {
  readonly base: readonly Draft[]
  readonly rows: readonly TypedTier[]
}
export const tiersDraft = 'tiers'

/** Form state: edited rows, tiers as loaded, and tiers as saved now. */
export function useTiersForm(latest: readonly EditableTier[]) {
  const savedDrafts = latest.map(toDraft)
  // One state: edits only make sense with the tiers they are based on.
  const draft = useDraft<{ edit: Edit }>(tiersDraft, { edit: { base: savedDrafts, rows: savedDrafts.map(typedTier) } })
  const { base, rows } = draft.values.edit
  const setEdit = (next: (before: Edit) => Edit) => draft.set(({ edit }) => ({ edit: next(edit) }))
  const startAgain = () => setEdit(() => ({ base: savedDrafts, rows: savedDrafts.map(typedTier) }))
  const [errors, setErrors] = useState<FieldErrors>({})
  const untouched = JSON.stringify(rows) === JSON.stringify(base.map(typedTier))
  // Nothing was edited: silently follow the saved tiers.
  if (untouched && !sameTiers(base, savedDrafts)) startAgain()
  const result = z.safeParse(tiersPreviewForm, { tiers: rows.map(toRequestTier) })
  const drafts = result.success ? result.data.tiers.map((tier, index): Draft => ({ ...tier, id: rows[index]?.id ?? '' })) : null

  const show = (fields: readonly FieldError[]) => {
    setErrors(fieldErrorsOf(fields))
    const [first] = fields
    if (!first) return
    toastFormError(m.validationError(), first.message)
    requestAnimationFrame(() => document.querySelector<HTMLElement>(`form [name="${CSS.escape(first.path)}"]`)?.focus())
  }
  return {
    rows,
    errors,
    base,
    /** The saved tiers if someone else changed them since loading. */
    remoteTiers: untouched || sameTiers(base, savedDrafts) ? null : savedDrafts,
    untouched,
    unchanged: drafts !== null && sameTiers(base, drafts),
    falling: fallingRates(rows.map(({ rate }) => parsePercent(rate) ?? Number.NaN)),
    set: (index: number, change: Partial<TypedTier>) => {
      setEdit((before) => ({
        ...before,
        rows: before.rows.map((row, place) => (place === index ? { ...row, ...change } : row)),
      }))
      setErrors({})
    },
    takeRemote: () => {
      startAgain()
      setErrors({})
    },
    keepLocal: () => {
      setEdit((local) => ({ base: savedDrafts, rows: onTop(savedDrafts.map(typedTier), base.map(typedTier), local.rows) }))
      setErrors({})
    },
    /** Validates a field on blur; empty fields are only reported by the review. */
    validate: (index: number, name: 'minRevenueCents' | 'commissionRate') => {
      const path = `tiers.${index}.${name}`
      const isFilled = (name === 'minRevenueCents' ? rows[index]?.min : rows[index]?.rate)?.trim()
      const issue = isFilled ? result.error?.issues.find((each) => each.path.join('.') === path) : undefined
      if (issue) setErrors((before) => ({ ...before, [path]: issue.message }))
    },
    show,
    /** The tiers for the request; null if invalid, after showing the errors. */
    checked: (): readonly Draft[] | null => {
      if (drafts) return drafts
      show((result.error?.issues ?? []).map((issue) => ({ path: issue.path.join('.'), message: issue.message })))
      return null
    },
  }
}
export type TiersForm = ReturnType<typeof useTiersForm>
