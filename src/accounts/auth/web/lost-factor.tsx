import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useSettings } from '#platform/web/app/session/session.ts'
import { ErrorState } from '#platform/web/ui/page/states.tsx'
import { m } from '../messages/messages.ts'
import { secondFactorHelpQuery } from './data.ts'

const texts = { provider: m.lostAsOwner, owner: m.lostAsColleague, administrator: m.lostAsStaff } as const

/** Says whom to ask who has lost the second factor and the recovery codes. */
export default function LostFactor() {
  const { data, error, refetch } = useQuery(secondFactorHelpQuery)
  const { providerName, contactEmail } = useSettings()
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return null
  return <Text role="status">{texts[data.ask]({ contact: contactEmail || providerName })}</Text>
}
