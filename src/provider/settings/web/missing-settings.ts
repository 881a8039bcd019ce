import { useQuery } from '@tanstack/react-query'
import { settingsQuery } from '#platform/web/app/session/session.ts'
import { programmeQuery } from '#provider/programme/web/data.ts'
import { type SettingsCardKey, settingsCardKeys, settingsCards } from '../domain/settings.ts'
import { isEmptySetting } from './setting-values.ts'
import type { StoredValues } from './sources.ts'

interface MissingSettings {
  readonly card: SettingsCardKey
  readonly labels: readonly string[]
}

/** The cards with values that a portal needs and that are still empty. */
export function useMissingSettings(): readonly MissingSettings[] {
  const programme: StoredValues | undefined = useQuery(programmeQuery).data
  const identity: StoredValues | undefined = useQuery(settingsQuery).data
  return settingsCardKeys.flatMap((card) => {
    const { form } = settingsCards[card]
    const stored = form?.source === 'programme' ? programme : form?.source === 'identity' ? identity : undefined
    if (!form || !stored) return []
    const labels = form.fields.filter((field) => field.wanted && isEmptySetting(field, stored)).map(({ label }) => label)
    return labels.length > 0 ? [{ card, labels }] : []
  })
}
