import { Alert } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { typeset } from '#platform/domain/typesetting.ts'
import { IconAlertTriangle } from '#platform/web/ui/icons.ts'
import { m } from '../messages/messages.ts'
import { sealHealthQuery } from './evidence/evidence-data.ts'

/** Warning about an expiring certificate, an unreachable time-stamp authority, or unavailable sealing. */
export function SealWarning() {
  const { data } = useQuery(sealHealthQuery)
  if (!data?.detail) return null
  return (
    <Alert
      color={data.ok ? 'yellow' : 'red'}
      mb="md"
      role={data.ok ? 'status' : 'alert'}
      title={data.ok ? m.sealAttention() : m.sealBroken()}
      icon={<IconAlertTriangle size={18} aria-hidden="true" />}
    >
      {typeset(data.detail)}
    </Alert>
  )
}
