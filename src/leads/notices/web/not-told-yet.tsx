import { useQuery } from '@tanstack/react-query'
import { SoftText } from '#platform/web/ui/soft-text.ts'
import { m } from '../messages/messages.ts'
import { leadNoticeQuery } from './data.ts'

/** Says before somebody else gets the details of a lead that its person has not been told of them; it stops nobody. */
export function NotToldYet({ leadId }: { leadId: string }) {
  const { data } = useQuery(leadNoticeQuery(leadId))
  return data?.state === 'due' ? <SoftText role="status">{m.notToldYet()}</SoftText> : null
}
