import { queryOptions } from '@tanstack/react-query'
import { queryClient } from '#platform/web/app/queries/query-client.ts'
import { call } from '#platform/web/app/requests/api.ts'
import { type ImportPlan, programmeFileRoutes } from '../api/routes.ts'
import type { ExampleKey } from '../domain/programme-plan.ts'

/** A file as somebody has chosen it, or an example; the server says whether the file is a programme. */
export type ChosenProgramme = { readonly file: unknown } | { readonly example: ExampleKey }

type Body = Parameters<typeof call<typeof programmeFileRoutes.previewProgramme>>[1]['body']

export const examplesQuery = queryOptions({
  queryKey: ['programme-file', 'examples'],
  queryFn: ({ signal }) => call(programmeFileRoutes.programmeExamples, { signal }),
})

export const previewProgramme = (chosen: ChosenProgramme): Promise<ImportPlan> =>
  call(programmeFileRoutes.previewProgramme, { body: chosen as Body })

/** Imports what the preview told of. Every page reads its lists again. */
export async function importProgramme(chosen: ChosenProgramme, { state }: ImportPlan, confirmed: boolean): Promise<number> {
  const { changes } = await call(programmeFileRoutes.importProgramme, { body: { ...(chosen as Body), state, confirmed } })
  await queryClient.invalidateQueries()
  return changes.length
}
