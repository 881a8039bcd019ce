import type { ByOperator, Payload } from '#platform/api/event-payload.ts'

export interface MaintenanceEventPayloads {
  'maintenance.started': Payload<null, ByOperator & { readonly message: string }>
  'maintenance.ended': Payload<null, ByOperator & { readonly since: string }>
}
