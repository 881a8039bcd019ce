import { LinkCard } from '#leads/introductions/web/link-card.tsx'
import { OwnTermsCard } from '#money/rules/web/own-terms-card.tsx'
import { PeopleCard } from '#partners/team/web/people-card.tsx'
import { formatEuros } from '#platform/domain/money.ts'
import { StatCard, StatCards } from '#platform/web/ui/page/stat-card.tsx'
import { isOver } from '../domain.ts'
import { m } from '../messages/messages.ts'
import { ContactCard, TierCard } from './contact-cards.tsx'
import { ContractCard } from './contract-card.tsx'
import { HealthCard } from './health-card.tsx'
import { LeadsCard } from './leads-card.tsx'
import { DisputesCard, MoneyCard, PayeeCard } from './money-cards.tsx'
import { NotesCard } from './notes-card.tsx'
import { PartnerFrame } from './partner-frame.tsx'
import classes from './partner-page.module.css'

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
            <StatCards>
              <StatCard
                label={m.leads()}
                value={leads.byStatus.reduce((sum, { count }) => sum + count, 0)}
                hint={m.leadsHint()}
              />
              <StatCard label={m.revenue()} value={formatEuros(person.totalRevenueCents)} hint={m.revenueHint()} />
              <StatCard label={m.toPay()} value={formatEuros(of('valide'))} hint={m.toPayHint()} tone="todo" />
              <StatCard label={m.paid()} value={formatEuros(of('paye'))} hint={m.paidHint()} tone="received" />
            </StatCards>
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
