import { system } from '#access/domain/actor.ts'
import { leadRoutes } from '#leads/leads/api/leads.ts'
import type { LeadStatus } from '#leads/leads/domain/leads.ts'
import { registrationRoutes } from '#leads/registrations/api/registrations.ts'
import { followRegistrations } from '#leads/registrations/server/hourly-commands.ts'
import { commissionRoutes } from '#money/commissions/api/commissions.ts'
import { mailsFor } from '#portal/server/mails.ts'
import { programmeRoutes } from '#provider/programme/api.ts'
import type { DatabaseKind } from './databases.ts'
import { plainLead } from './lead-samples.ts'
import { openWithPartners } from './open-with-partners.ts'
import { programmeForm } from './payout-app.ts'
import type { Client, TestApp } from './test-app.ts'

/** A portal whose programme wants registrations, with two partners, and what its tests do with them. */
export async function openWithRegistrations(databaseKind: DatabaseKind) {
  const { app, marie, jean } = await openWithPartners(databaseKind, 'marie', 'jean')
  const world = { app, marie, jean, ...registrationSteps(app) }
  await world.programme({})
  return world
}

export type RegistrationWorld = Awaited<ReturnType<typeof openWithRegistrations>>

function registrationSteps(app: TestApp) {
  let count = 0
  const next = () => {
    count += 1
    return count
  }
  return {
    programme: (change: object) =>
      app.admin.call(programmeRoutes.saveProgramme, { body: { ...programmeForm, registrations: true, ...change } }),
    /** A lead of a partner's own; another company each time, unless it is named. */
    async add(client: Client, company = `Société ${next()}`): Promise<string> {
      const place = next()
      const body = { ...plainLead, company, email: `c${place}@client${place}.example` }
      return (await client.call(leadRoutes.addLead, { body })).id
    },
    of: (client: Client, id: string) => client.call(registrationRoutes.getRegistration, { params: { id } }),
    accept: (ids: string[], message = '') => app.admin.call(registrationRoutes.acceptRegistrations, { body: { ids, message } }),
    refuse: (ids: string[], message = '') =>
      app.admin.call(registrationRoutes.refuseRegistrations, { body: { ids, reason: 'hors_cible', message } }),
    move: (client: Client, id: string, from: LeadStatus, to: LeadStatus) =>
      client.try(leadRoutes.moveLead, { params: { id }, body: { from, to } }),
    async commissionsOf(client: Client, leadId: string) {
      const { items } = await client.call(commissionRoutes.listCommissions, { query: { limit: 200 } })
      return items.filter((each) => each.lead?.id === leadId)
    },
    /** The mails of a lead's events, oldest first. */
    letters: (leadId: string) =>
      app.portal.database.asActor(system, async (tx) => {
        const rows = await tx.selectFrom('events').select('id').where('subject_id', '=', leadId).orderBy('seq').execute()
        const all = []
        for (const { id } of rows) all.push(...(await mailsFor(tx, app.portal, id)).mails)
        return all
      }),
    /** The hourly work as of a later time: sessions would have ended by then. */
    follow: (at: Date) => {
      return followRegistrations({ ...app.portal, clock: { now: () => at } })
    },
  }
}
