import type { AppointmentAct } from '#partners/team/domain.ts'
import { m } from './messages/messages.ts'

interface Values {
  readonly by: string
  readonly name: string
  readonly email: string
}

const acts: Readonly<Record<AppointmentAct, (values: Values) => string>> = {
  invited: m.actInvited,
  role: m.actRole,
  moved: m.actMoved,
  main: m.actMain,
  address: m.actAddress,
}

/** What was done, and by whom, in a sentence. */
export const actText = (act: AppointmentAct, values: Values) => acts[act](values)
