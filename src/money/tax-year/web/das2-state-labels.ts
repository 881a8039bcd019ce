import type { Das2State } from '../domain/declaration.ts'

/** States of a line on screen; files have the French ones. */
export const stateLabels: Readonly<Record<Das2State, string>> = {
  to_declare: 'To declare',
  incomplete: 'Data missing',
  below_threshold: 'Below the threshold',
}
