import { Anchor } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { pagePaths } from '#access/domain/page-paths.ts'
import { contractTypeLabels } from '#contracts/contracts/domain/contracts.ts'
import { Stage } from '#contracts/contracts/web/list/contract-stage.tsx'
import { LinkCard } from '#leads/introductions/web/link-card.tsx'
import { OwnTermsCard } from '#money/rules/web/own-terms-card.tsx'
import { formatEuros, percentText } from '#platform/domain/money.ts'
import { shortDate } from '#platform/web/ui/dates.ts'
import { FactCard } from '#platform/web/ui/page/fact-card.tsx'
import { Figure, Figures } from '#platform/web/ui/page/figures.tsx'
import { QueryBoundary } from '#platform/web/ui/page/states.tsx'
import { StatusBadge } from '#platform/web/ui/page/status-badge.tsx'
import type { PartnerProfile } from '../api/profile.ts'
import { isOver } from '../domain.ts'
import { m } from '../messages/messages.ts'
import { ContactCard, TierCard } from './contact-cards.tsx'
import { newestContractsQuery } from './data.ts'
import { LeadsCard } from './leads-card.tsx'
import { DisputesCard, MoneyCard, PayeeCard } from './money-cards.tsx'
import { NotesCard } from './notes-card.tsx'
import { PartnerFrame } from './partner-frame.tsx'
import classes from './partner-page.module.css'
import { PeopleCard } from './people-card.tsx'

/** All that staff ask of a partner, on one page. */
export function Component() {
  return (
    <PartnerFrame>
      {(profile, onAsk) => {
        const { person, leads, money } = profile
        const of = (status: 'en_attente' | 'valide' | 'paye') =>
          money.byStatus.find((each) => each.status === status)?.amountCents ?? 0
        return (
          <>
            <Figures>
              <Figure label={m.leads()} value={leads.byStatus.reduce((sum, { count }) => sum + count, 0)} hint={m.leadsHint()} />
              <Figure
                label={m.revenue()}
                value={formatEuros(person.totalRevenueCents)}
                hint={m.revenueHint({ tiers: profile.standing.current ? 'yes' : 'no' })}
              />
              <Figure label={m.toPay()} value={formatEuros(of('valide'))} hint={m.toPayHint()} tone="todo" />
              <Figure label={m.paid()} value={formatEuros(of('paye'))} hint={m.paidHint()} tone="received" />
            </Figures>
            <div className={classes.columns}>
              <div className={classes.column}>
                <ContactCard profile={profile} />
                {person.role === 'partner' && <PeopleCard partner={person} isOver={isOver(profile)} />}
                <TierCard profile={profile} />
                <OwnTermsCard partnerId={person.id} />
                <ContractCard partnerId={person.id} />
                <PayeeCard profile={profile} onAsk={onAsk} />
              </div>
              <div className={classes.column}>
                <HealthCard profile={profile} />
                <LeadsCard profile={profile} />
                <LinkCard partnerId={person.id} isOver={isOver(profile)} />
                <MoneyCard profile={profile} />
                <DisputesCard profile={profile} />
              </div>
              <div className={classes.column}>
                <NotesCard partnerId={person.id} isOver={isOver(profile)} />
              </div>
            </div>
          </>
        )
      }}
    </PartnerFrame>
  )
}

/** How the partner does, and what each figure means. */
function HealthCard({ profile }: { profile: PartnerProfile }) {
  const { health, person } = profile
  const { dormantSince, dormantAfterDays, lastLeadAt, answerSeconds, answeredLeads, won, decided, winPercent } = health
  if (person.role !== 'partner') return null
  return (
    <FactCard
      title={m.health()}
      beside={
        person.state === 'active' &&
        !isOver(profile) &&
        (dormantSince ? (
          <StatusBadge tone="todo">{m.dormant()}</StatusBadge>
        ) : (
          <StatusBadge tone="received">{m.active()}</StatusBadge>
        ))
      }
      facts={[
        [m.newestLead(), lastLeadAt ? shortDate(lastLeadAt) : m.noneYet()],
        ...(dormantSince ? ([[m.dormantSince(), shortDate(dormantSince)]] as const) : []),
        [
          m.winRate(),
          winPercent === null ? m.nothingDecided() : m.wonOfDecided({ percent: percentText(winPercent), won, decided }),
        ],
        [
          m.ourAnswer(),
          answerSeconds === null ? m.noneYet() : m.answerOfLeads({ duration: durationText(answerSeconds), count: answeredLeads }),
        ],
      ]}
      note={m.healthNote({ days: dormantAfterDays })}
    />
  )
}

/** '45 min', '4 h', '2 d 3 h' */
function durationText(seconds: number): string {
  const minutes = Math.round(seconds / 60)
  if (minutes < 60) return m.minutes({ minutes })
  const hours = Math.round(minutes / 60)
  if (hours < 48) return m.hours({ hours })
  const days = Math.floor(hours / 24)
  return hours % 24 === 0 ? m.days({ days }) : m.daysAndHours({ days, hours: hours % 24 })
}

/** The newest contracts, each with its stage, and the way to all of them. */
function ContractCard({ partnerId }: { partnerId: string }) {
  const query = useQuery(newestContractsQuery(partnerId))
  return (
    <FactCard
      title={m.contracts()}
      beside={
        <Anchor component={Link} to={`${pagePaths.adminContracts}?partner=${partnerId}`} fz="sm">
          {m.allContracts()}
        </Anchor>
      }
    >
      <QueryBoundary query={query} rows={2}>
        {({ items }) =>
          items.length === 0 ? (
            <p className={classes.soft}>{m.noContract()}</p>
          ) : (
            <ul className={classes.rows}>
              {items.map((contract) => (
                <li key={contract.id}>
                  <span>
                    <Anchor component={Link} to={`${pagePaths.adminContracts}?contract=${contract.id}`} fz="sm">
                      {contract.title}
                    </Anchor>
                    <span className={classes.soft}> {contractTypeLabels[contract.contractType]}</span>
                  </span>
                  <span>
                    <Stage contract={contract} />
                  </span>
                </li>
              ))}
            </ul>
          )
        }
      </QueryBoundary>
    </FactCard>
  )
}
