import type { Das2State } from '../domain/declaration.ts'
import { m } from '../messages/messages.ts'

/** States of a line on screen; files have the French ones. */
export const stateLabels: Readonly<Record<Das2State, string>> = {
  to_declare: m.toDeclare(),
  incomplete: m.dataMissing(),
  below_threshold: m.belowThreshold(),
}
