import type { Das2State } from '../domain/declaration.ts'
import { m } from '../messages/messages.ts'

/** States of a line on screen; files have those of the tax office. */
export const stateLabels: Readonly<Record<Das2State, string>> = {
  to_declare: m.toDeclare(),
  incomplete: m.dataMissing(),
  below_threshold: m.belowThreshold(),
}
