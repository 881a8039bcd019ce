import { system } from '#access/domain/actor.ts'
import { partnerRoutes } from '#partners/partners/api/partners.ts'
import { erasureRoutes } from '#people-data/erasures/api.ts'
import { newId } from '#platform/server/ids.ts'
import { type Client, password, type TestApp } from './test-app.ts'

interface Callers {
  readonly app: () => TestApp
  readonly lead: () => Promise<{ readonly id: string }>
  /** A new partner. */
  readonly other: () => Promise<Client>
}

/** Changes of erasures, each of one of its own. */
export function erasureRequests({ app, lead, other }: Callers) {
  const staff = () => app().admin
  const body = async () => ({ leads: [{ id: (await lead()).id, soleTrader: false }], password })
  const planned = async () => ({ params: { id: (await app().proven(erasureRoutes.planErasure, { body: await body() })).id } })
  return {
    planErasure: async () => [staff(), { body: await body() }] as const,
    planAccountErasure: async () => {
      const { userId: id } = await other()
      await staff().call(partnerRoutes.deletePartner, { params: { id }, query: {} })
      return [staff(), { params: { id }, body: { password } }] as const
    },
    stopErasure: async () => [staff(), await planned()] as const,
    confirmErasure: async () => {
      const erasure = await planned()
      const late = new Date(app().now.getTime() - 10 * 86_400_000)
      await app().portal.database.asActor(system, (tx) =>
        tx.updateTable('erasures').set({ planned_at: late, due_at: late }).where('id', '=', erasure.params.id).execute(),
      )
      return [staff(), { ...erasure, body: { password } }] as const
    },
    decideMention: async () => {
      const { params } = await planned()
      const id = newId()
      await app().portal.database.asActor(system, (tx) =>
        tx
          .insertInto('erasure_mentions')
          .values({ id, erasure_id: params.id, table_name: 'lead_comments', column_name: 'body', key_column: 'id', row_key: id })
          .execute(),
      )
      return [staff(), { params: { id }, body: { decision: 'keep' } }] as const
    },
    setErasureDays: async () => [staff(), { body: { days: 5 } }] as const,
  }
}
