import { system } from '#access/domain/actor.ts'
import { asSystemWithConfirmation } from '#accounts/auth/server/guards.ts'
import { throughLink } from '#accounts/auth/server/link-guards.ts'
import { readTeam } from '#partners/team/server/queries.ts'
import { type Handlers, slice } from '#platform/server/http/bind.ts'
import { withTransaction } from '#platform/server/transaction.ts'
import { type Appointment, objectionRoutes } from '../api.ts'
import { answerObjection, object, openObjection } from './commands.ts'
import { objectionEventHandlers } from './event-handlers.ts'
import { type AppointmentRow, companyOf } from './queries.ts'

const presentAppointment = (row: AppointmentRow): Appointment => ({
  act: row.act,
  by: row.by,
  at: row.made_at.toISOString(),
  fullName: row.full_name,
  email: row.email,
  role: row.role,
  company: companyOf(row),
  hasObjection: row.objected_at !== null,
})

const objectionHandlers: Handlers<typeof objectionRoutes> = {
  openObjection: (call) =>
    throughLink(call, 'objection', async (id) =>
      presentAppointment(await withTransaction(call.portal, system, (context) => openObjection(context, id))),
    ),
  object: (call) =>
    throughLink(call, 'objection', async (id) =>
      presentAppointment(await withTransaction(call.portal, system, (context) => object(context, id))),
    ),
  answerObjection: ({ body: { stays, ...proof }, ...call }) => {
    const { id: partnerId, appointmentId } = call.params
    return asSystemWithConfirmation(call, proof, async (context, confirmation) => {
      await answerObjection(context, { partnerId, appointmentId, stays }, confirmation)
      return readTeam(context.tx, call.actor, partnerId)
    })
  },
}

export const objectionSlice = slice({ routes: objectionRoutes, handlers: objectionHandlers, mails: objectionEventHandlers })
