import { Anchor, Progress, Text } from '@mantine/core'
import { PartnerLink } from '#accounts/people/web/partner-link.tsx'
import { tierText } from '#money/tiers/web/rate-text.ts'
import { RuleLine } from '#money/tiers/web/rule-line.tsx'
import { TierMark } from '#money/tiers/web/tier-mark.tsx'
import { InvitationTrouble } from '#partners/partners/web/invitation-trouble.tsx'
import { visitMinutes } from '#platform/domain/last-visit.ts'
import { formatEuros, percentText } from '#platform/domain/money.ts'
import { longDate, shortDate } from '#platform/web/ui/dates.ts'
import { FactCard } from '#platform/web/ui/page/fact-card.tsx'
import type { PartnerProfile } from '../api/profile.ts'
import { isOver } from '../domain.ts'
import { m } from '../messages/messages.ts'
import classes from './partner-page.module.css'

export function ContactCard({ profile }: { profile: PartnerProfile }) {
  const { person, invitedAt, lastSeenAt, absorbed } = profile
  const isActive = person.state === 'active' && person.role === 'partner' && !isOver(profile)
  return (
    <FactCard
      title={m.contact()}
      facts={[
        [m.name(), person.fullName],
        [m.company(), person.company || '—'],
        [
          m.email(),
          isOver(profile) ? (
            person.email
          ) : (
            <Anchor key="mail" fz="inherit" href={`mailto:${person.email}`}>
              {person.email}
            </Anchor>
          ),
        ],
        [m.invitedOn(), shortDate(invitedAt)],
        ...(person.state === 'active' ? ([[m.joinedOn(), shortDate(person.joinedAt)]] as const) : []),
        ...(person.invitationExpiresAt ? ([[m.invitationUntil(), longDate(person.invitationExpiresAt)]] as const) : []),
        ...(person.externalId === null ? [] : ([[m.externalId(), person.externalId]] as const)),
        ...absorbed.map(
          ({ partner, at }) =>
            [
              m.absorbed(),
              <span key={partner.id}>
                <PartnerLink partner={partner} clamped={false} /> · {shortDate(at)}
              </span>,
            ] as const,
        ),
        ...(isActive ? ([[m.lastSeen(), lastSeenAt ? longDate(lastSeenAt) : m.notYet()]] as const) : []),
      ]}
      note={isActive && m.lastSeenNote({ visitMinutes })}
    >
      <InvitationTrouble mail={person.invitationMail} />
    </FactCard>
  )
}

export function TierCard({ profile: { standing, person } }: { profile: PartnerProfile }) {
  if (person.role !== 'partner') return null
  const { current, next, remainingCents, progressPercent, totalRevenueCents } = standing
  if (!current) {
    const revenue = [m.validatedRevenue(), formatEuros(totalRevenueCents)] as const
    return (
      <FactCard title={m.paysWithoutTiers()} facts={[[m.current(), <RuleLine key="rule" rules={standing.rules} />], revenue]} />
    )
  }
  return (
    <FactCard
      title={m.tier()}
      beside={<TierMark order={current.tierOrder} size={28} />}
      facts={[
        [m.current(), tierText(current, standing, percentText(current.commissionRate))],
        [m.validatedRevenue(), formatEuros(totalRevenueCents)],
        next
          ? [
              m.toNextTier(),
              standing.paidBy
                ? m.toReachTierAlone({ amount: formatEuros(remainingCents), name: next.name })
                : m.toReachTier({ amount: formatEuros(remainingCents), name: next.name, rate: percentText(next.commissionRate) }),
            ]
          : [m.toNextTier(), m.topTier()],
      ]}
    >
      <Progress value={progressPercent} aria-label={next ? m.progressTo({ name: next.name }) : m.progress()} />
      <Text className={classes.soft} mt={4}>
        {percentText(Math.floor(progressPercent))}
      </Text>
    </FactCard>
  )
}
