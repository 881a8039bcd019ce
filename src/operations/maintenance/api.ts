import { type ByOperator, event } from '#platform/api/events.ts'

export const maintenanceEvents = {
  'maintenance.started': event<null, ByOperator & { readonly message: string }>(null),
  'maintenance.ended': event<null, ByOperator & { readonly since: string }>(null),
}
