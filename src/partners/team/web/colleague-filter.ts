import { queryOptions, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useAbility } from '#access/web/rights.ts'
import { useMe } from '#platform/web/app/session/session.ts'
import { m } from '../messages/messages.ts'

/** The code that reads the team comes when there is one: it is no part of a board's first load. */
const lateTeamQuery = queryOptions({
  queryKey: ['team'],
  queryFn: async () => (await import('./data.ts')).readTeam(),
})

/** The filter of leads by the colleague whom they are of, for those who see the leads of all; none at a partner of one person. */
export function useColleagueFilter() {
  const seesAll = useAbility('all_leads')
  const hasTeam = useMe().partner?.hasTeam === true
  const { data } = useQuery({ ...lateTeamQuery, enabled: seesAll && hasTeam })
  return useMemo(() => {
    const options = (data?.people ?? [])
      .filter(({ role, state }) => role !== 'accountant' && state === 'active')
      .map(({ id, fullName }) => ({ value: id, label: fullName }))
    return options.length > 1 ? [{ name: 'person', label: m.colleague(), all: m.allColleagues(), options }] : []
  }, [data])
}
