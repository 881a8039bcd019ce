import { LinkCard } from '#leads/introductions/web/link-card.tsx'
import { formatEuros } from '#platform/domain/money.ts'
import { StatCard, StatCards } from '#platform/web/ui/page/stat-card.tsx'
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
                label="Leads"
                value={leads.byStatus.reduce((sum, { count }) => sum + count, 0)}
                hint="All that this partner has brought"
              />
              <StatCard label="Revenue" value={formatEuros(person.totalRevenueCents)} hint="Validated: it decides the tier" />
              <StatCard label="To pay" value={formatEuros(of('valide'))} hint="Commissions validated and not paid" tone="todo" />
              <StatCard label="Paid" value={formatEuros(of('paye'))} hint="Commissions paid" tone="received" />
            </StatCards>
            <div className={classes.columns}>
              <div className={classes.column}>
                <ContactCard profile={profile} />
                <TierCard profile={profile} />
                <ContractCard partnerId={person.id} />
                <PayeeCard profile={profile} onAsk={onAsk} />
              </div>
              <div className={classes.column}>
                <HealthCard profile={profile} />
                <LeadsCard profile={profile} />
                <LinkCard partnerId={person.id} />
                <MoneyCard profile={profile} />
                <DisputesCard profile={profile} />
              </div>
              <div className={classes.column}>
                <NotesCard partnerId={person.id} isOver={profile.deletedAt !== null} />
              </div>
            </div>
          </>
        )
      }}
    </PartnerFrame>
  )
}
