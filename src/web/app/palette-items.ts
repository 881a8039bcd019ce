import type { ComponentType } from 'react'
import { foldText } from '#domain/fold-text.ts'

export type PaletteGroup = 'Pages' | 'Actions' | 'Leads' | 'Partners'

export interface PaletteItem {
  /** Unique in the whole list: it is part of the option's id. */
  readonly id: string
  readonly group: PaletteGroup
  readonly label: string
  readonly description?: string
  readonly icon: ComponentType<{ size?: number; stroke?: number; 'aria-hidden'?: 'true' }>
  /** Behind the contract lock: choosing it says how to open it. */
  readonly locked?: boolean
  readonly run: () => void
}

/** The items that hold every word typed, whatever the case and the accents. */
export function matching(items: readonly PaletteItem[], typed: string): PaletteItem[] {
  const words = foldText(typed).split(/\s+/).filter(Boolean)
  return items.filter((item) => {
    const text = foldText(`${item.label} ${item.description ?? ''} ${item.group}`)
    return words.every((word) => text.includes(word))
  })
}

/** The item `step` places further, round and round; from nowhere it is the first or the last. */
export function stepFrom(items: readonly PaletteItem[], id: string | null, step: 1 | -1): PaletteItem | undefined {
  const place = items.findIndex((item) => item.id === id)
  if (place === -1) return step === 1 ? items[0] : items.at(-1)
  return items[(place + step + items.length) % items.length]
}
