import '@mantine/core/styles/Radio.layer.css'
import { List, Radio, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useRight } from '#access/web/rights.ts'
import { nameOf } from '#accounts/people/domain.ts'
import type { RecurringChoice } from '#money/rules/api/rules.ts'
import { recurringText } from '#money/rules/web/recurring-text.ts'
import type { PersonRow } from '#partners/partners/api/partners.ts'
import { currentLocale } from '#platform/domain/languages.ts'
import { formatEurosExact } from '#platform/domain/money.ts'
import { QueryBoundary } from '#platform/web/ui/page/states.tsx'
import type { DeletionEffects } from '../api.ts'
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

interface DeletionFactsProps {
  readonly person: Pick<PersonRow, 'id' | 'fullName'>
  /** False: only what has to be chosen. */
  readonly whole: boolean
  readonly choice: RecurringChoice | null
  readonly onChoose: (choice: RecurringChoice) => void
}

/** What deleting a partner leaves and takes away, and what becomes of recurring commissions. */
export function DeletionFacts({ person, whole, choice, onChoose }: DeletionFactsProps) {
  const query = useQuery(deletionEffectsQuery(person.id))
  return (
    <QueryBoundary query={query} rows={whole ? 2 : 1}>
      {(effects) => (
        <Stack gap="md">
          {whole && <Facts effects={effects} name={person.fullName} />}
          {effects.recurring.leads > 0 && <Recurring recurring={effects.recurring} choice={choice} onChoose={onChoose} />}
        </Stack>
      )}
    </QueryBoundary>
  )
}

type RecurringProps = Pick<DeletionFactsProps, 'choice' | 'onChoose'> & Pick<DeletionEffects, 'recurring'>

/** '3 leads go on bringing commissions …': whether they do. */
function Recurring({ recurring, choice, onChoose }: RecurringProps) {
  const mayEnd = useRight('money')
  const endNote = mayEnd ? m.recurringEndNote() : m.recurringEndRight()
  return (
    <Radio.Group
      label={recurringText(recurring)}
      value={choice}
      onChange={(chosen) => onChoose(chosen === 'end' ? 'end' : 'keep')}
    >
      <Stack gap={8} mt={6}>
        <Radio value="keep" label={m.recurringKeep()} description={m.recurringKeepNote()} />
        <Radio value="end" label={m.recurringEnd()} description={endNote} disabled={!mayEnd} />
      </Stack>
    </Radio.Group>
  )
}

function Facts({ effects: { stays, goes, owed }, name }: { readonly effects: DeletionEffects; readonly name: string }) {
  return (
    <List fz="sm" spacing={4}>
      <List.Item>
        <Text fz="sm">
          {m.stays({
            b: strong,
            name: nameOf({ name, deleted: true }),
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
  )
}
