import { Anchor, Progress, Text } from '@mantine/core'
import { TierMark } from '#money/tiers/web/tier-mark.tsx'
import { InvitationTrouble } from '#partners/partners/web/invitation-trouble.tsx'
import { visitMinutes } from '#platform/domain/last-visit.ts'
import { formatEuros, percentText } from '#platform/domain/money.ts'
import { longDate, shortDate } from '#platform/web/ui/dates.ts'
import { FactCard } from '#platform/web/ui/page/fact-card.tsx'
import type { PartnerProfile } from '../api.ts'
import classes from './partner-page.module.css'

export function ContactCard({ profile: { person, invitedAt, lastSeenAt, deletedAt } }: { profile: PartnerProfile }) {
  const isActive = person.state === 'active' && person.role === 'partner' && !deletedAt
  return (
    <FactCard
      title="Contact"
      facts={[
        ['Name', person.fullName],
        ['Company', person.company || '—'],
        [
          'E-mail',
          deletedAt ? (
            person.email
          ) : (
            <Anchor key="mail" fz="inherit" href={`mailto:${person.email}`}>
              {person.email}
            </Anchor>
          ),
        ],
        ['Invited', shortDate(invitedAt)],
        ...(person.state === 'active' ? ([['Joined', shortDate(person.joinedAt)]] as const) : []),
        ...(person.invitationExpiresAt ? ([['Invitation works until', longDate(person.invitationExpiresAt)]] as const) : []),
        ...(person.externalId === null ? [] : ([['External id', person.externalId]] as const)),
        ...(isActive ? ([['Last seen', lastSeenAt ? longDate(lastSeenAt) : 'Not yet']] as const) : []),
      ]}
      note={isActive && `Last seen: when they last used the portal signed in, to within ${visitMinutes} minutes.`}
    >
      <InvitationTrouble mail={person.invitationMail} />
    </FactCard>
  )
}

export function TierCard({ profile: { standing, person } }: { profile: PartnerProfile }) {
  if (person.role !== 'partner') return null
  const { current, next, remainingCents, progressPercent, totalRevenueCents } = standing
  return (
    <FactCard
      title="Tier"
      beside={<TierMark order={current.tierOrder} size={28} />}
      facts={[
        ['Current', `${current.name} — ${percentText(current.commissionRate)}`],
        ['Validated revenue', formatEuros(totalRevenueCents)],
        next
          ? ['To the next', `${formatEuros(remainingCents)} to ${next.name} (${percentText(next.commissionRate)})`]
          : ['To the next', 'Maximum tier achieved!'],
      ]}
    >
      <Progress value={progressPercent} aria-label={next ? `Progress to ${next.name}` : 'Progress'} />
      <Text className={classes.soft} mt={4}>
        {percentText(Math.floor(progressPercent))}
      </Text>
    </FactCard>
  )
}
