import { List, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { nameOf } from '#accounts/people/domain.ts'
import type { PersonRow } from '#partners/partners/api/partners.ts'
import { formatEurosExact } from '#platform/domain/money.ts'
import { QueryBoundary } from '#platform/web/ui/page/states.tsx'
import { deletionEffectsQuery } from './data.ts'

type CountedNoun = readonly [count: number, one: string, many: string]

/** '3 leads, 1 commission'; kinds without any are left out. */
function listText(counts: readonly CountedNoun[]): string {
  const some = counts.filter(([count]) => count > 0)
  if (some.length === 0) return 'nothing'
  return some.map(([count, one, many]) => `${count.toLocaleString('fr-FR')} ${count === 1 ? one : many}`).join(', ')
}

/** What deleting a partner leaves and takes away. */
export function DeletionFacts({ person }: { person: Pick<PersonRow, 'id' | 'fullName'> }) {
  const query = useQuery(deletionEffectsQuery(person.id))
  return (
    <QueryBoundary query={query} rows={2}>
      {({ stays, goes, owed }) => (
        <List fz="sm" spacing={4}>
          <List.Item>
            <Text fz="sm">
              <strong>Stays</strong>, and shows ‘{nameOf({ name: person.fullName, deleted: true })}’:{' '}
              {listText([
                [stays.leads, 'lead', 'leads'],
                [stays.commissions, 'commission', 'commissions'],
                [stays.contracts, 'contract', 'contracts'],
                [stays.payouts, 'payout', 'payouts'],
              ])}
              .
            </Text>
          </List.Item>
          {(owed.validatedCents !== 0 || owed.pendingCents !== 0) && (
            <List.Item>
              <Text fz="sm">
                <strong>Still owed</strong>: {formatEurosExact(owed.validatedCents)} validated and not paid,{' '}
                {formatEurosExact(owed.pendingCents)} not validated yet.
              </Text>
            </List.Item>
          )}
          <List.Item>
            <Text fz="sm">
              <strong>Goes at once</strong>, with the access:{' '}
              {listText([
                [goes.sessions, 'session', 'sessions'],
                [goes.invitations, 'invitation', 'invitations'],
                [goes.unsignedContracts, 'unsigned contract', 'unsigned contracts'],
                [goes.notes, 'note of staff', 'notes of staff'],
              ])}
              .
            </Text>
          </List.Item>
        </List>
      )}
    </QueryBoundary>
  )
}
