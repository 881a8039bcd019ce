import type { ComponentType } from 'react'
import { foldText } from '#platform/domain/fold-text.ts'

export type PaletteGroup = 'Pages' | 'Actions' | 'Leads' | 'Partners'

export interface PaletteItem {
  /** Unique; part of the option's id. */
  readonly id: string
  readonly group: PaletteGroup
  readonly label: string
  readonly description?: string
  readonly icon: ComponentType<{ size?: number; stroke?: number; 'aria-hidden'?: 'true' }>
  /** Requires a signed contract; selecting it explains how to unlock it. */
  readonly locked?: boolean
  /** Offered only to who types a part of it: the list without a word stays short. */
  readonly isFurther?: boolean
  readonly run: () => void
}

/** Items that contain all typed words, ignoring case and accents; without a word, those that are not further pages. */
export function matching(items: readonly PaletteItem[], typed: string): PaletteItem[] {
  const words = foldText(typed).split(/\s+/).filter(Boolean)
  if (words.length === 0) return items.filter(({ isFurther }) => !isFurther)
  return items.filter((item) => {
    const text = foldText(`${item.label} ${item.description ?? ''} ${item.group}`)
    return words.every((word) => text.includes(word))
  })
}

/** Moves the selection by `step`, wrapping around; starts at the first or last item. */
export function stepFrom(items: readonly PaletteItem[], id: string | null, step: 1 | -1): PaletteItem | undefined {
  const place = items.findIndex((item) => item.id === id)
  if (place === -1) return step === 1 ? items[0] : items.at(-1)
  return items[(place + step + items.length) % items.length]
}
