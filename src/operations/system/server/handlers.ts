import { slice } from '#platform/server/http/bind.ts'
import { systemRoutes } from '../api.ts'
import { systemState } from './queries.ts'

export const systemSlice = slice({ routes: systemRoutes, handlers: { getSystem: ({ portal }) => systemState(portal) } })
