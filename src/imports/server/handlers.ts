import { personOf } from '#access/server/acting.ts'
import { withConfirmation } from '#accounts/auth/server/guards.ts'
import { type Handlers, slice } from '#platform/server/http/bind.ts'
import { cutPage, decodeCursor, defaultPageSize, newestPage, pageBounds } from '#platform/server/http/lists/cursor.ts'
import { importRoutes } from '../api.ts'
import { applyImport, stopImport } from './apply-commands.ts'
import { inImport } from './in-import.ts'
import { inviteImported } from './invite-commands.ts'
import { forgetMapping, rememberMapping } from './mapping-commands.ts'
import { importData } from './personal-data.ts'
import { presentImport, presentMapping, presentRow } from './present.ts'
import { findMapping, importSums, listImports, listRows, peopleToInvite, readImport, unexpectedRows } from './queries.ts'
import { refusedRowsCsv } from './refused-rows.ts'
import { beginImport, stageRows } from './stage-commands.ts'
import { discardImport, undoImport } from './undo-commands.ts'

const importHandlers: Handlers<typeof importRoutes> = {
  listImports: async ({ tx, actor, query }) => {
    const bounds = pageBounds(query)
    const rows = await listImports(tx, { ...bounds, kind: query.kind })
    return newestPage(rows, bounds.limit, (row) => presentImport(row, actor))
  },
  readImport: async ({ tx, actor, params: { id } }) => {
    const row = await readImport(tx, id)
    const { staged, last_staged: lastStaged } = row
    // While it is applied, pages ask each second how far it is, and for nothing that takes reading all its rows.
    const [sums, unexpected, waiting] = await Promise.all([
      row.state === 'applying' ? [] : importSums(tx, id),
      unexpectedRows(tx, id),
      row.kind === 'partners' ? peopleToInvite(tx, id) : [],
    ])
    return { ...presentImport(row, actor), staged, lastStaged, toInvite: waiting.length, sums, unexpected }
  },
  listImportRows: async ({ tx, params: { id }, query: { cursor, limit = defaultPageSize, outcome } }) => {
    await readImport(tx, id)
    const after = cursor === undefined ? 0 : Number(decodeCursor(cursor, 'number').key)
    const rows = await listRows(tx, id, { after, limit, ...(outcome ? { outcome: [outcome] } : {}) })
    return cutPage(
      rows.map((row) => ({ ...row, id })),
      limit,
      ({ number }) => String(number),
      presentRow,
    )
  },
  refusedRowsCsv,
  beginImport: (call) => beginImport(call, call.body),
  stageRows: async (call) => ({ rows: await stageRows(call, call.params.id, call.body.rows) }),
  applyImport: (call) => {
    const { password, code, passkey, ...wishes } = call.body
    const { queue } = call.portal
    return withConfirmation(call, { password, code, passkey }, async (context, confirmation) => {
      await applyImport(context, call.params.id, wishes, { queue, confirmation })
      return {}
    })
  },
  stopImport: (call) => stopImport(call, call.params.id),
  undoImport: async ({ portal, actor, params: { id } }) => {
    const { kind } = await portal.database.asActor(actor, (tx) => readImport(tx, id))
    return inImport(portal, { id, kind, caller: personOf({ actor }) }, (context) => undoImport(context, id))
  },
  inviteImported: (call) => inviteImported(call, call.params.id),
  discardImport: (call) => discardImport(call, call.params.id),
  rememberedMapping: async ({ tx, params: { kind, titlesHash } }) => {
    const row = await findMapping(tx, kind, titlesHash)
    return { mapping: row ? presentMapping(row) : null }
  },
  rememberMapping: (call) => rememberMapping(call, call.params, call.body),
  forgetMapping: (call) => forgetMapping(call, call.params),
}

export const importSlice = slice({ routes: importRoutes, handlers: importHandlers, personalData: importData })
