import { useState } from 'react'
import * as z from 'zod/mini'
import type { Names } from '#platform/domain/names.ts'
import { eurosInputText, percentInputText, typedEuros, typedPercent } from '#platform/domain/typed-amounts.ts'
import { useDraftForm } from '#platform/web/app/forms/draft-form.ts'
import { notSent } from '#platform/web/app/forms/form.ts'
import { toastFailure } from '#platform/web/app/toasts/toasts.ts'
import { type TiersPreview, tierForm, type WrittenTier } from '../api/tier-changes.ts'
import { listErrors } from '../domain/tiers-draft.ts'
import { m } from '../messages/messages.ts'
import { type ListedTier, previewTiers } from './data.ts'

/** A tier as typed: threshold and rate are not necessarily numbers. */
interface TypedTier extends Record<string, unknown> {
  readonly name: string
  readonly names: Names
  readonly minRevenueCents: string
  readonly commissionRate: string
}

const labels = { name: m.name(), names: m.name(), minRevenueCents: m.fromEuros(), commissionRate: m.rateField() }

interface Review {
  readonly wanted: readonly ListedTier[]
  readonly read: readonly ListedTier[]
  readonly preview: TiersPreview
}

/** The list with a tier in its place: a new one, or one that comes back, stands by its threshold. */
function listWith(all: readonly ListedTier[], tier: ListedTier): readonly ListedTier[] {
  const isInPlace = ({ key, archivedAt }: ListedTier) => key !== '' && key === tier.key && archivedAt === null
  if (all.some(isInPlace)) return all.map((each) => (isInPlace(each) ? tier : each))
  const others = all.filter(({ key }) => key !== tier.key)
  const above = others.findIndex(
    ({ archivedAt, minRevenueCents }) => archivedAt !== null || minRevenueCents > tier.minRevenueCents,
  )
  return others.toSpliced(above < 0 ? others.length : above, 0, tier)
}

/** The form of a tier, or of a new one; one that is archived comes back with it. */
export function useTierForm(tier: ListedTier | null, all: readonly ListedTier[], onClose: () => void) {
  const open = all.filter(({ archivedAt }) => archivedAt === null)
  const isLowest = open.length === 0 || open[0]?.key === tier?.key
  const initial: TypedTier = {
    name: tier?.name ?? '',
    names: tier?.names ?? {},
    minRevenueCents: tier ? eurosInputText(tier.minRevenueCents) : isLowest ? '0' : '',
    commissionRate: tier ? percentInputText(tier.commissionRate) : '',
  }
  const toListed = ({ id = '', names = {}, ...written }: WrittenTier): ListedTier => {
    return { ...written, key: id, names, isUsed: tier?.isUsed ?? false }
  }
  const shape = tierForm.check(
    z.check<WrittenTier>(({ value, issues }) => {
      const listed = toListed(value)
      const wanted = listWith(all, listed)
      const own = `tiers.${wanted.indexOf(listed)}.`
      for (const { path, message } of listErrors(wanted))
        if (path.startsWith(own)) issues.push({ code: 'custom', input: value, path: path.slice(own.length).split('.'), message })
    }),
  )
  const [review, setReview] = useState<Review | null>(null)
  const form = useDraftForm<typeof tierForm, TypedTier>({
    shape,
    initial,
    draft: tier ? `tier ${tier.key}` : 'tier',
    labels,
    toRequestBody: ({ minRevenueCents, commissionRate, ...values }) => ({
      ...values,
      ...(tier && { id: tier.key }),
      minRevenueCents: typedEuros(minRevenueCents),
      commissionRate: typedPercent(commissionRate),
      archivedAt: null,
    }),
    errorTitle: m.validationError(),
    send: async (input) => {
      const listed = toListed(input)
      const wanted = listWith(all, listed)
      setReview({ wanted, read: all, preview: await previewTiers(wanted, all, listed) })
      return notSent
    },
    onFailure: (error) => toastFailure(m.error(), error),
  })
  return {
    ...form,
    isLowest,
    review,
    closeReview: () => setReview(null),
    /** Forgets what was typed, since it is saved. */
    finish: () => form.handleDiscard(onClose)(),
  }
}
