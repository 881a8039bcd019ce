import { type Handlers, slice } from '#platform/server/http/bind.ts'
import type { ProgrammeFile } from '../api/programme-file.ts'
import { programmeFileRoutes } from '../api/routes.ts'
import type { ExampleKey } from '../domain/programme-plan.ts'
import { importProgramme, previewImport } from './commands.ts'
import { complete, exampleFile, examples } from './examples.ts'
import { readProgramme, readUse } from './queries.ts'

interface Source {
  readonly file?: ProgrammeFile | undefined
  readonly example?: ExampleKey | undefined
}

function sourceOf({ file, example }: Source) {
  if (example) return { file: exampleFile(example), example }
  if (!file) throw new Error('the shape of the request has either a file or an example')
  return { file: complete(file), example: null }
}

const programmeFileHandlers: Handlers<typeof programmeFileRoutes> = {
  exportProgramme: (call) => readProgramme(call),
  programmeExamples: async (call) => ({ examples: examples(), isPossible: (await readUse(call)).leads === 0 }),
  previewProgramme: ({ portal, actor, body }) => previewImport(portal, actor, sourceOf(body)),
  importProgramme: async (call) => ({ changes: [...(await importProgramme(call, sourceOf(call.body), call.body))] }),
}

export const programmeFileSlice = slice({ routes: programmeFileRoutes, handlers: programmeFileHandlers })
