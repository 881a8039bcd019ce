import { useQuery } from '@tanstack/react-query'
import type * as z from 'zod/mini'
import { settingsForm, settingsRoutes } from '#access/api/identity.ts'
import { yearSettingsForm } from '#money/accounting/api/year.ts'
import { saveYearSettings, yearSettingsQuery } from '#money/accounting/web/year-data.ts'
import { queryClient } from '#platform/web/app/queries/query-client.ts'
import { call } from '#platform/web/app/requests/api.ts'
import { settingsQuery } from '#platform/web/app/session/session.ts'
import { programmeForm } from '#provider/programme/api.ts'
import { programmeQuery, saveProgramme } from '#provider/programme/web/data.ts'
import type { SettingsSource } from '../domain/settings-card.ts'

/** Values of a record by their names in the API. */
export type StoredValues = Readonly<Record<string, unknown>>

/** Saves a part of the identity; pages show it at once. */
export async function saveIdentity(body: z.output<typeof settingsForm>): Promise<void> {
  queryClient.setQueryData(settingsQuery.queryKey, await call(settingsRoutes.saveSettings, { body }))
}

interface Source {
  readonly shape: z.ZodMiniType<Record<string, unknown>>
  /** Sends the part that was changed, which the shape has checked; what is left out stays. */
  readonly save: (part: never) => Promise<unknown>
}

const sources: Readonly<Record<SettingsSource, Source>> = {
  programme: { shape: programmeForm, save: saveProgramme },
  identity: { shape: settingsForm, save: saveIdentity },
  year: { shape: yearSettingsForm, save: saveYearSettings },
}

export const shapeOf = (source: SettingsSource) => sources[source].shape

export const saveSettingsPart = (source: SettingsSource, part: StoredValues) => sources[source].save(part as never)

/** The record that a card shows a part of, as it is now; followed live. */
export function useStoredValues(source: SettingsSource) {
  const programme = useQuery({ ...programmeQuery, enabled: source === 'programme' })
  const identity = useQuery({ ...settingsQuery, enabled: source === 'identity' })
  const year = useQuery({ ...yearSettingsQuery, enabled: source === 'year' })
  const { data, error, refetch } = { programme, identity, year }[source]
  return { values: data as StoredValues | undefined, error, refetch }
}
