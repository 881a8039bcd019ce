import { Alert, Anchor, Button, Group, Skeleton, Stack, Text } from '@mantine/core'
import { lazy, type ReactNode, Suspense } from 'react'
import { Link } from 'react-router'
import { pagePaths } from '#access/domain/page-paths.ts'
import { WithRight } from '#access/web/with-right.tsx'
import { nameOf } from '#accounts/people/domain.ts'
import { companyBeside } from '#leads/domain/client-names.ts'
import {
  amountText,
  mayMove,
  type Offers,
  offerName,
  onBoard,
  stageColour,
  stageLanguage,
  stageName,
  useMayLackAmount,
  useStages,
} from '#leads/lead-settings/web/data.ts'
import type { LeadDetail, ListedLead } from '#leads/leads/api/leads.ts'
import { nextStep } from '#leads/leads/domain/next-step.ts'
import { greeting, whatsAppAddress } from '#leads/leads/domain/reach-contact.ts'
import { wonStage } from '#leads/stages/domain/stages.ts'
import { obstacleText } from '#money/coming/domain/obstacle-text.ts'
import { useMe, useSettings } from '#platform/web/app/session/session.ts'
import { longDate, shortDate } from '#platform/web/ui/dates.ts'
import { StatusBadge } from '#platform/web/ui/page/status-badge.tsx'
import { SoftText } from '#platform/web/ui/soft-text.ts'
import { m } from '../../messages/messages.ts'
import { ClientMark } from '../board/client-mark.tsx'
import type { CardActions } from '../board/lead-card.tsx'
import { commissionShare, commissionTiming } from '../commission-promise.ts'
import { useDecides, useLeadAbilities } from '../lead-rights.ts'
import { leadWouldBring, useOwnRate } from '../own-rate.ts'
import classes from './lead-drawer.module.css'
import { PossibleDuplicate } from './possible-duplicate.tsx'

const SharePanel = lazy(() => import('#leads/shares/web/share-panel.tsx'))
const RegistrationPanel = lazy(() => import('#leads/registrations/web/registration-panel.tsx'))

interface LeadSummaryProps extends Pick<CardActions, 'onOpen' | 'onMove'> {
  /** What its card knows of it, until it is read. */
  readonly lead: ListedLead
  readonly whole: LeadDetail | undefined
  readonly offers: Offers
  /** A dialog is open on top of the drawer. */
  readonly onCover: (covered: boolean) => void
  /** What else can be done with the lead. */
  readonly children: ReactNode
}

/** What one opens a lead for: who brought it first, what it brings and when, what to do next, and how to reach the contact. */
export function LeadSummary({ lead, whole, offers, onOpen, onMove, onCover, children }: LeadSummaryProps) {
  const stages = useStages()
  const isRestricted = whole?.erasesAt !== undefined
  return (
    <Stack gap="sm" mb="lg">
      {whole?.erasesAt && <ErasurePlanned day={shortDate(whole.erasesAt)} />}
      <Group gap="xs">
        <StatusBadge tone={stageColour(stages, lead.status)} lang={stageLanguage(stages, lead.status)}>
          {stageName(stages, lead.status)}
        </StatusBadge>
        {companyBeside(lead) !== '' && <SoftText style={{ overflowWrap: 'anywhere' }}>{lead.company}</SoftText>}
        <ClientMark client={lead.client} />
        {lead.staleSince && <SoftText fz="sm">{m.notMovedSince({ day: shortDate(lead.staleSince) })}</SoftText>}
      </Group>
      {!lead.share?.isOthers && (
        <div className={classes.registration}>
          <Suspense fallback={<Skeleton height={64} radius="md" />}>
            <RegistrationPanel lead={lead} isRestricted={isRestricted} onCover={onCover} />
          </Suspense>
        </div>
      )}
      {whole?.shares && (
        <div className={classes.registration}>
          <Suspense>
            <SharePanel lead={whole} onCover={onCover} />
          </Suspense>
        </div>
      )}
      {lead.possibleDuplicate && !isRestricted && (
        <PossibleDuplicate lead={lead} other={lead.possibleDuplicate} onOpen={onOpen} />
      )}
      <Brings lead={lead} whole={whole} offers={offers} />
      {!lead.share?.isOthers && !isRestricted && <NextStep lead={lead} whole={whole} onMove={onMove} />}
      {lead.erasedAt && <SoftText>{m.clientErasedOn({ day: shortDate(lead.erasedAt) })}</SoftText>}
      {!lead.erasedAt && !isRestricted && <ContactBar lead={lead} whole={whole} />}
      {children}
    </Stack>
  )
}

/** Nobody calls or writes any more; staff who may stop the erasure get to it. */
function ErasurePlanned({ day }: { readonly day: string }) {
  return (
    <Alert color="yellow" role="status">
      {m.clientErasesOn({ day })}{' '}
      <WithRight right="people">
        <Anchor component={Link} to={`${pagePaths.peopleData}?view=erasures`} inherit>
          {m.stopErasureIn({ page: m.personalData() })}
        </Anchor>
      </WithRight>
    </Alert>
  )
}

/** The partner's share and when it comes; for staff of an open lead, whose rate nobody knows yet, the amount alone. */
function Brings({ lead, whole, offers }: Pick<LeadSummaryProps, 'lead' | 'whole' | 'offers'>) {
  const isPartner = useMe().role === 'partner'
  const { providerName: provider } = useSettings()
  const estimate = leadWouldBring(lead, useOwnRate())
  const deal = [amountText(lead.estimatedAmountCents, useMayLackAmount()), offerName(offers, lead.offerType)]
    .filter(Boolean)
    .join(' · ')
  const isSigned = lead.status === wonStage
  if (isSigned && !whole) return <Skeleton height={60} radius="md" />
  const commission = isSigned ? whole?.commission : null
  const owner = isPartner || !whole ? m.you() : nameOf(whole.partner)
  const share = commission ? commissionShare(commission, owner) : estimate
  const timing = commission ? commissionTiming(commission, new Date()) : estimate && m.onceSignedAndPaid()
  return (
    <section className={classes.brings} aria-label={m.whatItBrings()}>
      <p className={`figure ${classes.share}`}>{share ?? deal}</p>
      {timing && <Text fz="sm">{timing}</Text>}
      {commission?.obstacle && !commission.payableBy && (
        <SoftText>{obstacleText(commission.obstacle, { provider, day: shortDate, moment: longDate })}</SoftText>
      )}
      {share && <SoftText className="figure">{deal}</SoftText>}
    </section>
  )
}

function NextStep({ lead, whole, onMove }: Pick<LeadSummaryProps, 'lead' | 'whole' | 'onMove'>) {
  const can = useLeadAbilities(lead)
  const mayDecide = useDecides()
  const stages = useStages()
  const { text, to } = nextStep({ ...lead, commission: whole?.commission }, onBoard(stages))
  return (
    <section className={classes.step} aria-label={m.nextStep()}>
      <Text fz="sm" style={{ flex: '1 1 200px' }}>
        <strong>{m.nextStepIs()}</strong> {text}
      </Text>
      {to && can.move && mayMove(stages, lead.status, to) && mayDecide(lead, to) && (
        <Button size="xs" onClick={() => onMove(lead, to)}>
          {m.moveOnTo({ stage: stageName(stages, to) })}
        </Button>
      )}
    </section>
  )
}

/** Ways to reach the contact, at a thumb's width: a call, a mail, and WhatsApp with a first sentence that nobody has sent yet. */
function ContactBar({ lead, whole }: { lead: ListedLead; whole: LeadDetail | undefined }) {
  const { fullName } = useMe()
  if (!whole) return <Skeleton height={44} radius="md" />
  const { phone, email } = whole
  return (
    <nav className={classes.ways} aria-label={m.reachContact()}>
      {phone && (
        <Button component="a" variant="default" h={44} px="xs" href={`tel:${phone.replace(/[^\d+]/g, '')}`}>
          {m.call()}
        </Button>
      )}
      {email && (
        <Button component="a" variant="default" h={44} px="xs" href={`mailto:${email}`}>
          {m.write()}
        </Button>
      )}
      <Button
        component="a"
        variant="default"
        h={44}
        px="xs"
        href={whatsAppAddress(greeting(lead, fullName), phone)}
        target="_blank"
        rel="noopener noreferrer"
      >
        WhatsApp
      </Button>
    </nav>
  )
}
