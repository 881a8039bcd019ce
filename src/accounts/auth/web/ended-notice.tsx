import type { EndedAccess } from '#access/api/session.ts'
import { useSettings } from '#platform/web/app/session/session.ts'
import { longDate } from '#platform/web/ui/dates.ts'
import { m } from '../messages/messages.ts'
import ProviderNotice from './provider-notice.tsx'

/** Why somebody is not signed in any more whose access has ended. */
export default function EndedNotice({ ended: { at, company } }: { readonly ended: EndedAccess }) {
  const { providerName, contactEmail } = useSettings()
  const names = { company: company ?? 'none', providerName, contact: contactEmail || providerName }
  return <ProviderNotice text={m.accessEnded({ ...names, day: longDate(at) })} />
}
