import { type SettingsSection, settingsSectionPath } from '#access/domain/settings-sections.ts'
import { hasRight, type NeededRight, rightsOfRole, staffRoleLabels, staffRoles } from '#access/domain/staff-rights.ts'
import { m } from '../messages/messages.ts'
import { identityCards } from './identity-cards.ts'
import { accountingCards, payoutCards } from './money-cards.ts'
import { integrationCards, systemCards, teamCards } from './portal-cards.ts'
import { programmeCards } from './programme-cards.ts'
import { sectionLabels } from './sections.ts'
import type { SettingsCard } from './settings-card.ts'

const cards = {
  ...programmeCards,
  ...payoutCards,
  ...identityCards,
  ...accountingCards,
  ...teamCards,
  ...integrationCards,
  ...systemCards,
}
export type SettingsCardKey = keyof typeof cards

/** Everything that is set, by its key in addresses (`?card=…`). */
export const settingsCards: Readonly<Record<SettingsCardKey, SettingsCard>> = cards
export const settingsCardKeys = Object.keys(cards) as SettingsCardKey[]

export const isSettingsCard = (key: string | null): key is SettingsCardKey => key !== null && Object.hasOwn(cards, key)

export const cardsOfSection = (section: SettingsSection) =>
  settingsCardKeys.filter((key) => settingsCards[key].section === section)

/** Whether a subject is named to somebody, by the rights that they have. */
export function isNamed(key: SettingsCardKey, has: (right: NeededRight) => boolean): boolean {
  const { right, onlyWithRight } = settingsCards[key]
  return !onlyWithRight || right === null || has(right)
}

/** The address at which a card is shown and marked. */
export const settingsCardPath = (key: SettingsCardKey) => `${settingsSectionPath(settingsCards[key].section)}?card=${key}`

/** Settings as they are found by a search: title, where they stand, words in both languages, address, right. */
export const searchableSettings = settingsCardKeys.map((key) => {
  const card = settingsCards[key]
  return {
    key,
    path: settingsCardPath(key),
    right: card.right,
    get title(): string {
      return card.title
    },
    get section(): string {
      return sectionLabels[card.section].title
    },
    get labels(): string[] {
      return (card.form?.fields ?? []).map(({ label }) => label)
    },
    get words(): string {
      return [this.title, this.section, ...this.labels, card.synonyms].join(' ')
    },
  }
})
export type SearchableSetting = (typeof searchableSettings)[number]

/** 'Admin and Finance', the roles of staff who may change a card. */
export function rolesFor(right: NonNullable<SettingsCard['right']>): string {
  const names = staffRoles.filter((role) => hasRight(rightsOfRole[role], right)).map((role) => staffRoleLabels[role])
  return names.reduce((roles, last) => m.rolesAnd({ roles, last }))
}
