import type { ComponentType } from 'react'
import { type HitGroup, hitGroupLabels, hitGroups } from '#overview/search/domain/search-hits.ts'
import { rankOf } from '#overview/search/domain/synonyms.ts'
import { m } from '#portal/messages/messages.ts'

export type PaletteGroup = 'Pages' | 'Actions' | 'Settings' | HitGroup

/** Headings of the groups. */
const groupLabels: Readonly<Record<PaletteGroup, string>> = {
  ...hitGroupLabels,
  Pages: m.groupPages(),
  Actions: m.actions(),
  Settings: m.groupSettings(),
}
export const groupLabel = (group: PaletteGroup): string => groupLabels[group]

export interface PaletteItem {
  /** Unique; part of the option's id. */
  readonly id: string
  readonly group: PaletteGroup
  readonly label: string
  readonly description?: string
  /** Words that people look for it by, beside what is shown. */
  readonly words?: string
  readonly icon: ComponentType<{ size?: number; stroke?: number; 'aria-hidden'?: 'true' }>
  /** Requires a signed contract; selecting it explains how to unlock it. */
  readonly locked?: boolean
  /** Offered only to who types a part of it: the list without a word stays short. */
  readonly isFurther?: boolean
  readonly run: () => void
}

/** The items in the order of their groups, of which the first one comes first. */
function byGroup(items: readonly PaletteItem[]): PaletteItem[] {
  return [...Map.groupBy(items, ({ group }) => group).values()].flat()
}

/**
 * Items that answer what was typed, the best first: by their label, by a synonym, and only without these with a letter wrong.
 * Without a word, those that are not further pages.
 */
export function matching(items: readonly PaletteItem[], typed: string): PaletteItem[] {
  if (typed.trim() === '') return items.filter(({ isFurther }) => !isFurther)
  const ranked = items.flatMap((item) => {
    const { label, description = '', group, words = '' } = item
    const rank = rankOf({ label, more: `${description} ${groupLabel(group)} ${words}` }, typed)
    return rank === null ? [] : [{ item, rank }]
  })
  const isMeant = ranked.some(({ rank }) => rank < 2)
  const shown = ranked.filter(({ rank }) => !isMeant || rank < 2).toSorted((one, other) => one.rank - other.rank)
  return byGroup(shown.map(({ item }) => item))
}

/** Commands and hits as they are listed: a number that was typed is meant before any page. */
export function listed(commands: readonly PaletteItem[], hits: readonly PaletteItem[]): PaletteItem[] {
  const numbers = hits.filter(({ group }) => group === hitGroups[0])
  return [...numbers, ...commands, ...hits.filter(({ group }) => group !== hitGroups[0])]
}

/** Moves the selection by `step`, wrapping around; starts at the first or last item. */
export function stepFrom(items: readonly PaletteItem[], id: string | null, step: 1 | -1): PaletteItem | undefined {
  const place = items.findIndex((item) => item.id === id)
  if (place === -1) return step === 1 ? items[0] : items.at(-1)
  return items[(place + step + items.length) % items.length]
}
