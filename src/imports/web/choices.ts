import { useQuery } from '@tanstack/react-query'
import { partnerNamesQuery } from '#accounts/people/web/partner-names.ts'
import { fieldsToFill } from '#leads/fields/web/custom-values.ts'
import { onBoard, useFields, useOffers, useStages } from '#leads/lead-settings/web/data.ts'
import { openFileFields, requiredFileFields } from '#leads/leads/domain/lead-file.ts'
import type { ImportKind } from '../domain/kinds.ts'
import { leftOut, type TargetKinds } from '../domain/mapping.ts'
import { ownTitles } from '../domain/own-titles.ts'
import type { NamedChoice } from '../domain/proposals.ts'
import { targetsOf, targetTitle } from '../domain/targets.ts'
import { m } from '../messages/messages.ts'
import type { Known } from './reading/open-file.ts'

export interface Choice {
  readonly value: string
  readonly label: string
}

/** What a file of a kind can hold on this portal, and what its foreign values can stand for. */
export interface KindHere {
  readonly kind: ImportKind
  readonly known: Known
  readonly targets: readonly string[]
  readonly titleOf: (target: string) => string
  /** Each row needs them. */
  readonly required: readonly string[]
  readonly kinds: TargetKinds
  /** Choices by field, of those whose values are the portal's own; without them a field takes any text. */
  readonly choices: Readonly<Record<string, readonly Choice[]>>
  readonly stages: readonly NamedChoice[]
}

const requiredOf = { partners: ['email', 'fullName'], client_payments: ['reference', 'receivedOn', 'amount'] } as const

const toNamed = ({ key, name }: { readonly key: string; readonly name: string }): NamedChoice => ({ key, names: [name] })
const toChoice = ({ key, name }: { readonly key: string; readonly name: string }): Choice => ({ value: key, label: name })

export function useKindHere(kind: ImportKind, isStaff: boolean): KindHere {
  const fields = useFields()
  const stages = onBoard(useStages())
  const offers = [...useOffers().values()].filter(({ isOpen }) => isOpen)
  const partners = useQuery({ ...partnerNamesQuery, enabled: isStaff && kind === 'leads' }).data?.partners ?? []
  const custom = kind === 'leads' ? fieldsToFill(fields) : []
  const names = new Map(custom.map(({ key, name }) => [`fields.${key}`, name]))
  const all = targetsOf(kind, isStaff)
  const open = kind === 'leads' ? openFileFields(all, fields) : all
  const leave = { value: leftOut, label: m.leaveOut() }
  return {
    kind,
    known: {
      kind,
      own: ownTitles(
        kind,
        [...names].map(([target, name]) => ({ target, names: [name] })),
      ),
    },
    targets: [...new Set([...open, ...names.keys()])],
    titleOf: (target) => names.get(target) ?? targetTitle(kind, target),
    required:
      kind === 'leads'
        ? ['partner', ...requiredFileFields(fields)].filter((each) => each !== 'partner' || isStaff)
        : requiredOf[kind],
    kinds: {
      days: new Set(['receivedOn', ...custom.filter((field) => field.kind === 'date').map(({ key }) => `fields.${key}`)]),
      amounts: new Set(['amount', ...custom.filter((field) => field.kind === 'amount').map(({ key }) => `fields.${key}`)]),
    },
    choices:
      kind === 'leads'
        ? {
            status: [...stages.map(toChoice), leave],
            offer: offers.map(toChoice),
            ...(isStaff ? { partner: partners.map(({ id, name }) => ({ value: id, label: name })) } : {}),
          }
        : kind === 'partners'
          ? { state: [{ value: '', label: m.importOwn() }, leave] }
          : {},
    stages: stages.map(toNamed),
  }
}
