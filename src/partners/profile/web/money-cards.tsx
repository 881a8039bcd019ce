import { Anchor, Button, Group } from '@mantine/core'
import { Link } from 'react-router'
import { pagePaths } from '#access/domain/page-paths.ts'
import { bankDetailLabels } from '#money/bank-details/domain/bank-details.ts'
import { BankDetailsBadges } from '#money/bank-details/web/bank-details-badges.tsx'
import { billingMissing, billingModeLabels, mandateMissing } from '#money/billing/domain/billing.ts'
import { payoutStateLabels } from '#money/payouts/domain/payouts.ts'
import { vigilanceLabels, vigilanceStateLabels } from '#money/vigilance/domain.ts'
import { formatEurosExact } from '#platform/domain/money.ts'
import { dayText, shortDate } from '#platform/web/ui/dates.ts'
import { FactCard } from '#platform/web/ui/page/fact-card.tsx'
import type { PartnerProfile } from '../api/profile.ts'
import { m } from '../messages/messages.ts'
import type { AskHere } from './partner-frame.tsx'
import classes from './partner-page.module.css'

/** What is owed and paid, to the cent. */
export function MoneyCard({ profile: { person, money } }: { profile: PartnerProfile }) {
  const of = (status: 'en_attente' | 'valide' | 'paye') => money.byStatus.find((each) => each.status === status)?.amountCents ?? 0
  const { nextPayment: next } = money
  const payouts = money.payouts.filter(({ state }) => state !== 'paid' && state !== 'cancelled')
  return (
    <FactCard
      title={m.money()}
      beside={
        <Group gap={12}>
          <Anchor component={Link} to={`${pagePaths.adminCommissions}?partner=${person.id}`} fz="sm">
            {m.commissions()}
          </Anchor>
          <Anchor component={Link} to={`${pagePaths.adminPayouts}?partner=${person.id}`} fz="sm">
            {m.payouts()}
          </Anchor>
        </Group>
      }
      facts={[
        [m.pending(), formatEurosExact(of('en_attente'))],
        [m.validatedUnpaid(), formatEurosExact(of('valide'))],
        ...(money.withheldCents === 0 ? [] : ([[m.heldOrContested(), formatEurosExact(money.withheldCents)]] as const)),
        ...(money.inPayoutsCents === 0 ? [] : ([[m.inPayout(), formatEurosExact(money.inPayoutsCents)]] as const)),
        [m.paid(), formatEurosExact(of('paye'))],
        [
          m.nextDue(),
          next ? m.amountOn({ amount: formatEurosExact(next.amountCents), day: shortDate(next.payableBy) }) : m.nothing(),
        ],
        ...payouts.map(
          ({ state, count, totalCents }) =>
            [
              m.payoutsOfState({ state: payoutStateLabels[state].toLowerCase() }),
              `${count} · ${formatEurosExact(totalCents)}`,
            ] as const,
        ),
      ]}
    />
  )
}

/** What a payout needs: account, billing, documents. */
export function PayeeCard({ profile, onAsk }: { profile: PartnerProfile; onAsk: AskHere }) {
  const { person, documents, documentBlocks, deletedAt } = profile
  const { bankDetails, billing } = person
  if (!bankDetails) return null
  const current = documents.filter(({ state }) => state !== 'withdrawn')
  return (
    <FactCard
      title={m.payeeFacts()}
      facts={[
        [m.bankDetails(), bankDetailLabels[bankDetails.state]],
        ...(bankDetails.maskedIban ? ([['IBAN', bankDetails.maskedIban]] as const) : []),
        [m.billing(), billing ? billingModeLabels[billing.mode] : billingMissing()],
        ...(billing?.mandateInForce === false ? ([[m.mandate(), mandateMissing()]] as const) : []),
        ...current.map(
          ({ id, kind, label, state, expiresOn }) =>
            [
              label || vigilanceLabels[kind],
              <span key={id}>
                {vigilanceStateLabels[state]}
                {expiresOn && ` · ${dayText(expiresOn)}`}
              </span>,
            ] as const,
        ),
        ...(current.length === 0 ? ([[m.documents(), m.noneAskedFor()]] as const) : []),
      ]}
    >
      <Group gap={6}>
        <BankDetailsBadges details={bankDetails} />
      </Group>
      {documentBlocks.map((reason) => (
        <p key={reason} className={classes.soft}>
          {reason}
        </p>
      ))}
      {!deletedAt && (
        <Group gap={8} mt={8}>
          {bankDetails.state !== 'missing' && (
            <Button size="compact-sm" variant="default" onClick={() => onAsk('bank')}>
              {m.bankDetails()}
            </Button>
          )}
          {billing && (
            <Button size="compact-sm" variant="default" onClick={() => onAsk('billing')}>
              {m.billing()}
            </Button>
          )}
          {person.state === 'active' && (
            <Button size="compact-sm" variant="default" onClick={() => onAsk('documents')}>
              {m.documents()}
            </Button>
          )}
        </Group>
      )}
    </FactCard>
  )
}

export function DisputesCard({ profile: { person, openDisputes, closedDisputes } }: { profile: PartnerProfile }) {
  if (openDisputes + closedDisputes === 0) return null
  return (
    <FactCard
      title={m.disputes()}
      beside={
        <Anchor component={Link} to={`${pagePaths.adminDisputes}?partner=${person.id}`} fz="sm">
          {m.allDisputes()}
        </Anchor>
      }
      facts={[
        [m.undecided(), openDisputes],
        [m.closed(), closedDisputes],
      ]}
    />
  )
}
