import * as z from 'zod/mini'
import { pagePaths } from '#access/domain/page-paths.ts'
import { route } from '#platform/api/route.ts'
import { id, idParams, text } from '#platform/api/shapes.ts'
import { m } from './messages/messages.ts'

const page = z.enum(pagePaths)

/** A view of a list under a name: what stands behind the path of its page in the address. */
export const savedView = z.object({ id, page, name: z.string(), query: z.string() })
export type SavedView = z.infer<typeof savedView>

export const savedViewForm = z.strictObject({
  page,
  name: text(1, 60, m.nameMissing),
  /** 'status=valide&sort=-amount'; empty for the list as it is by itself. */
  query: z.string().check(z.maxLength(2000, { error: m.tooManyFilters })),
})

/** How many views a person keeps. */
export const maxSavedViews = 100

export const savedViewRoutes = {
  listSavedViews: route('GET', '/me/saved-views', {
    summary: 'Views of lists that one has saved, by name',
    who: 'member',
    returns: z.object({ views: z.array(savedView) }),
  }),
  saveView: route('POST', '/me/saved-views', {
    summary: 'Save the view of a list under a name; one of this name is replaced',
    who: 'member',
    body: savedViewForm,
    returns: savedView,
  }),
  deleteSavedView: route('DELETE', '/me/saved-views/:id', {
    summary: 'Delete one of one’s own views',
    who: 'member',
    params: idParams,
  }),
}
