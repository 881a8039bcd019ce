import { List, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { nameOf } from '#accounts/people/domain.ts'
import type { PersonRow } from '#partners/partners/api/partners.ts'
import { currentLocale } from '#platform/domain/languages.ts'
import { formatEurosExact } from '#platform/domain/money.ts'
import { QueryBoundary } from '#platform/web/ui/page/states.tsx'
import { m } from '../messages/messages.ts'
import { deletionEffectsQuery } from './data.ts'

type CountedNoun = readonly [count: number, text: (values: { readonly shown: string; readonly count: number }) => string]

/** '3 leads, 1 commission'; kinds without any are left out. */
function listText(counts: readonly CountedNoun[]): string {
  const some = counts.filter(([count]) => count > 0)
  if (some.length === 0) return m.nothing()
  return some.map(([count, text]) => text({ shown: count.toLocaleString(currentLocale()), count })).join(', ')
}

const strong = (parts: readonly ReactNode[]) => <strong key="b">{parts}</strong>

/** What deleting a partner leaves and takes away. */
export function DeletionFacts({ person }: { person: Pick<PersonRow, 'id' | 'fullName'> }) {
  const query = useQuery(deletionEffectsQuery(person.id))
  return (
    <QueryBoundary query={query} rows={2}>
      {({ stays, goes, owed }) => (
        <List fz="sm" spacing={4}>
          <List.Item>
            <Text fz="sm">
              {m.stays({
                b: strong,
                name: nameOf({ name: person.fullName, deleted: true }),
                list: listText([
                  [stays.leads, m.leads],
                  [stays.commissions, m.commissions],
                  [stays.contracts, m.contracts],
                  [stays.payouts, m.payouts],
                ]),
              })}
            </Text>
          </List.Item>
          {(owed.validatedCents !== 0 || owed.pendingCents !== 0) && (
            <List.Item>
              <Text fz="sm">
                {m.stillOwed({
                  b: strong,
                  validated: formatEurosExact(owed.validatedCents),
                  pending: formatEurosExact(owed.pendingCents),
                })}
              </Text>
            </List.Item>
          )}
          <List.Item>
            <Text fz="sm">
              {m.goesAtOnce({
                b: strong,
                list: listText([
                  [goes.sessions, m.sessions],
                  [goes.invitations, m.invitations],
                  [goes.unsignedContracts, m.unsignedContracts],
                  [goes.notes, m.notes],
                ]),
              })}
            </Text>
          </List.Item>
        </List>
      )}
    </QueryBoundary>
  )
}
