import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { identityProviderQuery } from '#accounts/identity-provider/web/data.ts'
import { newsSettingsQuery } from '#communication/notifications/web/data.ts'
import { automaticQuery, templatesQuery } from '#contracts/templates/web/data.ts'
import { offersQuery } from '#leads/offers/web/data.ts'
import { accountingQuery } from '#money/accounting/web/data.ts'
import { tiersQuery } from '#money/tiers/web/data.ts'
import { failuresQuery } from '#operations/failures/web/data.ts'
import { formatEuros, percentText } from '#platform/domain/money.ts'
import { staffRoleExplanations } from '#platform/domain/staff-right-explanations.ts'
import { staffRoleLabels, staffRoles } from '#platform/domain/staff-rights.ts'
import { useSettings } from '#platform/web/app/session/session.ts'
import { dayText } from '#platform/web/ui/dates.ts'
import { m } from '#portal/messages/messages.ts'
import type { SettingsCardKey } from '#provider/settings/domain/settings.ts'
import type { SettingFact } from '#provider/settings/web/card-frame.tsx'

/** What a card tells that has no form: read where it is shown. */
type FactsReader = () => readonly SettingFact[]

const unknown = '…'

function useTierFacts(): readonly SettingFact[] {
  const { data } = useQuery(tiersQuery)
  return (data?.tiers ?? []).map(({ name, minRevenueCents, commissionRate }) => [
    name,
    m.rateFrom({ rate: percentText(commissionRate), amount: formatEuros(minRevenueCents) }),
  ])
}

function useOfferFacts(): readonly SettingFact[] {
  const { data } = useQuery(offersQuery)
  const [open, away] = [true, false].map(
    (isOpen) => data?.offers.filter(({ archivedAt }) => (archivedAt === null) === isOpen) ?? [],
  )
  const names = (open ?? []).map(({ staffName, name }): SettingFact => [staffName, name])
  return away && away.length > 0 ? [...names, [m.archivedOffers(), away.length]] : names
}

function useTemplateFacts(): readonly SettingFact[] {
  const { data } = useQuery(templatesQuery)
  const automatic = useQuery(automaticQuery).data
  return [
    [m.contractTemplates(), data?.templates.length ?? unknown],
    [m.amendmentAtNewTier(), automatic ? (automatic.on ? m.yes() : m.no()) : unknown],
  ]
}

function useDigestFacts(): readonly SettingFact[] {
  const { data } = useQuery(newsSettingsQuery)
  const days = data?.reminderDays ?? []
  return [
    [m.digestLeavesAt(), data ? `${String(data.digestHour).padStart(2, '0')}:00` : unknown],
    [m.remindersAfter(), days.length > 0 ? m.daysAfter({ days: days.join(', ') }) : data ? m.onlyByHand() : unknown],
  ]
}

function useClosingFacts(): readonly SettingFact[] {
  const { data } = useQuery(accountingQuery())
  const closed = (day: string | null | undefined): ReactNode => (data ? (day ? dayText(day) : m.noneYet()) : unknown)
  return [
    [m.monthsClosedUntil(), closed(data?.monthsClosedUntil)],
    [m.yearsClosedUntil(), closed(data?.yearsClosedUntil)],
    [m.monthsOverAndOpen(), data?.months.length ?? unknown],
  ]
}

function useLookFacts(): readonly SettingFact[] {
  const { logoUrl, accentColour, providerName } = useSettings()
  const swatch = {
    display: 'inline-block',
    width: 12,
    height: 12,
    marginRight: 8,
    borderRadius: 3,
    background: accentColour,
    forcedColorAdjust: 'none',
  } as const
  return [
    [m.logo(), logoUrl ? <img key="logo" src={logoUrl} alt={m.logoOf({ providerName })} style={{ maxHeight: 28 }} /> : '—'],
    [
      m.accentColour(),
      <span key="colour">
        <span style={swatch} aria-hidden="true" />
        {accentColour}
      </span>,
    ],
  ]
}

const useRoleFacts = (): readonly SettingFact[] => staffRoles.map((role) => [staffRoleLabels[role], staffRoleExplanations[role]])

function useFailureFacts(): readonly SettingFact[] {
  const { data } = useQuery(failuresQuery)
  return [[m.waitingForSomebody(), data?.count ?? unknown]]
}

function useProviderFacts(): readonly SettingFact[] {
  const { data } = useQuery(identityProviderQuery)
  if (!data) return [[m.companyAccountsOffered(), unknown]]
  const offered: SettingFact = [m.companyAccountsOffered(), data.enabled ? data.name : m.no()]
  if (data.changedAt === null) return [offered]
  return [offered, [m.issuer(), data.issuer], [m.companyAccountsPeople(), data.people]]
}

function useAccountsFacts(): readonly SettingFact[] {
  const { data } = useQuery(identityProviderQuery)
  const listed = (domains: readonly string[] | undefined) => (domains ? domains.join(', ') || '—' : unknown)
  const facts: SettingFact[] = [[m.staffDomains(), listed(data?.staffDomains)]]
  if (data && data.staffDomains.length > 0) {
    const role = staffRoleLabels[data.staffRole]
    facts.push([m.roleOfNewStaff(), data.roleClaim ? m.roleByClaim({ role, claim: data.roleClaim }) : role])
  }
  return [...facts, [m.partnerDomains(), listed(data?.partnerDomains)]]
}

const readers: Partial<Record<SettingsCardKey, FactsReader>> = {
  tiers: useTierFacts,
  offers: useOfferFacts,
  templates: useTemplateFacts,
  digest: useDigestFacts,
  closing: useClosingFacts,
  look: useLookFacts,
  roles: useRoleFacts,
  identityProvider: useProviderFacts,
  identityAccounts: useAccountsFacts,
  failures: useFailureFacts,
}

const noFacts: FactsReader = () => []

/** Always the same hooks for the same card, which is the key of the component that calls it. */
export const factsReader = (card: SettingsCardKey): FactsReader => readers[card] ?? noFacts
