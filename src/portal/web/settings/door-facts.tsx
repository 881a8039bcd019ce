import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { staffRoleExplanations } from '#access/domain/staff-right-explanations.ts'
import { staffRoleLabels, staffRoles } from '#access/domain/staff-rights.ts'
import { useRight } from '#access/web/rights.ts'
import { apiKeysQuery } from '#accounts/api-keys/web/data.ts'
import { identityProviderQuery } from '#accounts/identity-provider/web/data.ts'
import { newsSettingsQuery } from '#communication/notifications/web/data.ts'
import { automaticQuery, templatesQuery } from '#contracts/templates/web/data.ts'
import { fieldsQuery } from '#leads/fields/web/data.ts'
import { offersQuery } from '#leads/offers/web/data.ts'
import { stagesQuery } from '#leads/stages/web/data.ts'
import { accountingQuery } from '#money/accounting/web/data.ts'
import { tiersRule } from '#money/rules/domain/definition.ts'
import { ruleSummary } from '#money/rules/domain/rule-summary.ts'
import { rulesQuery } from '#money/rules/web/data.ts'
import { tiersQuery } from '#money/tiers/web/data.ts'
import { failuresQuery } from '#operations/failures/web/data.ts'
import { webhooksQuery } from '#operations/webhooks/web/data.ts'
import { formatEuros, percentText } from '#platform/domain/money.ts'
import { nameIn } from '#platform/domain/names.ts'
import { useSettings } from '#platform/web/app/session/session.ts'
import { dayText } from '#platform/web/ui/dates.ts'
import { m } from '#portal/messages/messages.ts'
import type { SettingsCardKey } from '#provider/settings/domain/settings.ts'
import type { SettingFact } from '#provider/settings/web/card-frame.tsx'

/** What a card tells that has no form: read where it is shown. */
type FactsReader = () => readonly SettingFact[]

const unknown = '…'

/** What is in force, in words: a card without a setting of one's own says it too. */
const inForce = (text: string | undefined): readonly SettingFact[] => [[m.inForce(), text ?? unknown]]

function useTierFacts(): readonly SettingFact[] {
  const { data } = useQuery(tiersQuery)
  if (data?.tiers.length === 0) return inForce(m.withoutTiers())
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
  if (data?.offers.length === 0) return inForce(m.withoutOffers())
  const names = (open ?? []).map((offer): SettingFact => {
    const [forStaff, forPartners] = [nameIn({ name: offer.staffName, names: offer.staffNames }), nameIn(offer)]
    return [forStaff, forStaff === forPartners ? '' : forPartners]
  })
  return away && away.length > 0 ? [...names, [m.archivedOffers(), away.length]] : names
}

function useTemplateFacts(): readonly SettingFact[] {
  const { data } = useQuery(templatesQuery)
  const automatic = useQuery(automaticQuery).data
  const { tiers } = useSettings().commission
  const atNewTier: SettingFact = [m.amendmentAtNewTier(), automatic ? (automatic.on ? m.yes() : m.no()) : unknown]
  const count: SettingFact = [m.contractTemplates(), data?.templates.length ?? unknown]
  return tiers === 0 && !automatic?.on ? [count] : [count, atNewTier]
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

function useStageFacts(): readonly SettingFact[] {
  const { data } = useQuery(stagesQuery)
  const stages = data?.stages.filter(({ archivedAt }) => archivedAt === null)
  return inForce(stages && m.stagesInForce({ count: stages.length, names: stages.map((stage) => nameIn(stage)).join(', ') }))
}

function useFieldFacts(): readonly SettingFact[] {
  const { data } = useQuery(fieldsQuery)
  const own = data?.fields.filter(({ isBuiltIn, archivedAt }) => !isBuiltIn && archivedAt === null)
  if (own?.length === 0) return inForce(m.noOwnField())
  return inForce(own?.map((field) => nameIn(field)).join(', '))
}

function useRuleFacts(): readonly SettingFact[] {
  const { data } = useQuery(rulesQuery)
  const { lowestRate, highestRate } = useSettings().commission
  const current = data?.rules.flatMap(({ partner, offer, versions }) => {
    const definition = versions.find(({ state }) => state === 'current')?.definition
    return definition ? { isGeneral: partner === null && offer === null, definition } : []
  })
  if (!current) return inForce(undefined)
  const general = current.find(({ isGeneral }) => isGeneral)?.definition
  const own = current.filter(({ isGeneral }) => !isGeneral).length
  const isTiers = JSON.stringify(general) === JSON.stringify(tiersRule) && lowestRate !== null && highestRate !== null
  const paid = isTiers
    ? m.byTier({ lowest: percentText(lowestRate), highest: percentText(highestRate) })
    : general && ruleSummary(general).join(', ')
  if (own > 0) return inForce([paid, m.ownRules({ count: own })].filter(Boolean).join(' · '))
  return inForce(isTiers ? m.noOwnRule({ paid: paid ?? '' }) : (paid ?? m.noRule()))
}

function useWebhookFacts(): readonly SettingFact[] {
  const isRead = useRight('team')
  const { data } = useQuery({ ...webhooksQuery, enabled: isRead })
  const told = data?.items.filter(({ enabled }) => enabled).length
  return isRead ? inForce(told === undefined ? told : m.toldByWebhook({ count: told })) : []
}

function useKeyFacts(): readonly SettingFact[] {
  const { data } = useInfiniteQuery(apiKeysQuery)
  const active = data?.pages.flatMap(({ items }) => items).filter(({ state }) => state === 'active').length
  return inForce(active === undefined ? active : m.keysInForce({ count: active }))
}

const readers: Partial<Record<SettingsCardKey, FactsReader>> = {
  tiers: useTierFacts,
  offers: useOfferFacts,
  stages: useStageFacts,
  fields: useFieldFacts,
  commissionRules: useRuleFacts,
  webhooks: useWebhookFacts,
  apiKeys: useKeyFacts,
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
