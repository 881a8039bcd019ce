import { Navigate } from 'react-router'
import { leadsPath } from '#access/domain/page-paths.ts'
import { useMe } from '#platform/web/app/session/session.ts'

/** Where another app's share arrives, also after a sign-in: the form of a new lead takes it. */
export function Component() {
  const { role } = useMe()
  return <Navigate replace to={`${leadsPath(role)}?add=shared`} />
}
