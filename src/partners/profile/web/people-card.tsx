import { Anchor, Button, Menu } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { useRight } from '#access/web/rights.ts'
import { partnerRoleLabels } from '#accounts/people/domain.ts'
import { ViewAsItem } from '#accounts/view-as/web/view-as.tsx'
import { ObjectionNote } from '#partners/objections/web/objection-note.tsx'
import { tellInvited } from '#partners/partners/web/tell-invited.ts'
import type { Team, TeamPerson } from '#partners/team/api.ts'
import { explanationOf, reachesBank } from '#partners/team/domain.ts'
import { bankAccessQuestion } from '#partners/team/web/bank-access.ts'
import { ChangeDialog } from '#partners/team/web/change-dialog.tsx'
import { ColleaguesDialog } from '#partners/team/web/colleagues-dialog.tsx'
import { EndDialog } from '#partners/team/web/end-dialog.tsx'
import { partnerTeamQuery, teamOfPartner } from '#partners/team/web/partner-team-data.ts'
import { useProofQuestion } from '#platform/web/app/forms/proof-question.tsx'
import { toastFailure, toastSuccess } from '#platform/web/app/toasts/toasts.ts'
import { shortDate } from '#platform/web/ui/dates.ts'
import { ConfirmDialog } from '#platform/web/ui/dialogs/confirm-dialog.tsx'
import { FactCard } from '#platform/web/ui/page/fact-card.tsx'
import { StatusBadge } from '#platform/web/ui/page/status-badge.tsx'
import { RowMenu } from '#platform/web/ui/tables/row-menu.tsx'
import { m } from '../messages/messages.ts'
import classes from './people-card.module.css'
import { SecondFactorDialog } from './second-factor-dialog.tsx'

/** Lazy: people are moved rarely. */
const MoveDialog = lazy(() => import('#partners/merging/web/move-dialog.tsx'))

type About = 'change' | 'main' | 'factor' | 'move' | 'end'
type Asking = { readonly what: About; readonly person: TeamPerson } | { readonly what: 'number' } | null

interface PeopleCardProps {
  readonly partner: { readonly id: string; readonly company: string }
  /** Whether the partner's access has ended. */
  readonly isOver: boolean
}

/** The people of a partner of several, with what staff do to each; nothing for a partner of one person. */
export function PeopleCard({ partner, isOver }: PeopleCardProps) {
  const mayChange = useRight('partners') && !isOver
  // A partner that was merged or deleted has nobody to read.
  const { data: team } = useQuery({ ...partnerTeamQuery(partner.id), enabled: !isOver })
  const [asking, setAsking] = useState<Asking>(null)
  if (!team || (team.people.length < 2 && team.ownColleagues === null && !team.people[0]?.objection)) return null
  const close = () => setAsking(null)
  const writes = teamOfPartner(partner.id)
  return (
    <FactCard title={m.people()}>
      <ul className={classes.people}>
        {team.people.map((person) => (
          <Person
            key={person.id}
            partner={partner}
            person={person}
            mayChange={mayChange}
            onAsk={(what) => setAsking({ what, person })}
            onResend={() => void resend(person, writes.resend)}
          />
        ))}
      </ul>
      <Limit team={team} onChange={mayChange ? () => setAsking({ what: 'number' }) : null} />
      {asking?.what === 'change' && (
        <ChangeDialog
          person={asking.person}
          change={writes.change}
          hasOwner={team.people.some(({ role, state }) => role === 'owner' && state === 'active')}
          onClose={close}
        />
      )}
      {asking?.what === 'factor' && (
        <SecondFactorDialog
          person={asking.person}
          hasBankDetails={reachesBank(asking.person.role)}
          reset={(reason) => writes.resetSecondFactor(asking.person.id, reason)}
          onClose={close}
        />
      )}
      {asking?.what === 'move' && (
        <Suspense>
          <MoveDialog partnerId={partner.id} person={asking.person} onClose={close} />
        </Suspense>
      )}
      {asking?.what === 'number' && <ColleaguesDialog team={team} allow={writes.allow} onClose={close} />}
      <Questions asking={asking} partner={partner} team={team} writes={writes} onClose={close} />
    </FactCard>
  )
}

async function resend({ id, email }: TeamPerson, send: (id: string) => Promise<unknown>): Promise<void> {
  try {
    await send(id)
    await tellInvited({ title: m.invitationResent(), text: m.invitationSentTo({ email }), personId: id })
  } catch (error) {
    toastFailure(m.invitationNotSent(), error)
  }
}

interface PersonProps extends Pick<PeopleCardProps, 'partner'> {
  readonly person: TeamPerson
  readonly mayChange: boolean
  readonly onAsk: (what: About) => void
  readonly onResend: () => void
}

function Person({ partner, person, mayChange, onAsk, onResend }: PersonProps) {
  const { fullName: name, email, role, seesAmounts, isMain, since, state, isSuspended, hasAccountElsewhere, can } = person
  const isInvited = state === 'invited'
  return (
    <li>
      <div className={classes.person}>
        <p>{name}</p>
        <p className={classes.soft}>
          <Anchor fz="inherit" href={`mailto:${email}`}>
            {email}
          </Anchor>
        </p>
        <p>{isMain ? m.mainPerson({ role: partnerRoleLabels[role] }) : partnerRoleLabels[role]}</p>
        <p className={classes.soft}>
          {explanationOf(role, seesAmounts)} · {m.sinceDay({ day: shortDate(since) })}
        </p>
        {hasAccountElsewhere && <p>{m.hasAccount()}</p>}
        <ObjectionNote partner={partner} person={person} />
      </div>
      <div className={classes.state}>
        {isSuspended && <StatusBadge tone="red">{m.suspended()}</StatusBadge>}
        {isInvited && !hasAccountElsewhere && <StatusBadge tone="todo">{m.invited()}</StatusBadge>}
        {mayChange && (can.change || can.end || !isInvited || !isMain) && (
          <RowMenu label={m.moreAbout({ name })}>
            {!isInvited && <ViewAsItem partnerId={partner.id} personId={person.id} />}
            {can.change && <Menu.Item onClick={() => onAsk('change')}>{m.changeRole()}</Menu.Item>}
            {can.makeMain && <Menu.Item onClick={() => onAsk('main')}>{m.chooseMain()}</Menu.Item>}
            {can.resetSecondFactor && <Menu.Item onClick={() => onAsk('factor')}>{m.resetTwoFactor()}</Menu.Item>}
            {isInvited && <Menu.Item onClick={onResend}>{m.resendInvitation()}</Menu.Item>}
            {!isMain && <Menu.Item onClick={() => onAsk('move')}>{m.moveToAnother()}</Menu.Item>}
            {can.end && (
              <Menu.Item color="var(--danger-ink)" onClick={() => onAsk('end')}>
                {isInvited ? m.withdrawInvitation() : m.endAccess()}
              </Menu.Item>
            )}
          </RowMenu>
        )}
      </div>
    </li>
  )
}

/** How many colleagues the partner may invite by itself. */
function Limit({ team, onChange }: { readonly team: Team; readonly onChange: (() => void) | null }) {
  const { colleagues: max, ownColleagues } = team
  return (
    <div className={classes.limit}>
      <p className={classes.soft} style={{ margin: 0 }}>
        {ownColleagues === null ? m.colleaguesByProgramme({ max }) : m.colleaguesOwn({ max })}
      </p>
      {onChange && (
        <Button size="compact-sm" variant="default" aria-label={m.changeColleaguesAllowed()} onClick={onChange}>
          {m.change()}
        </Button>
      )}
    </div>
  )
}

interface QuestionsProps {
  readonly asking: Asking
  readonly partner: PeopleCardProps['partner']
  readonly team: Team
  readonly writes: ReturnType<typeof teamOfPartner>
  readonly onClose: () => void
}

/** Asks before somebody becomes the main contact, loses their access or an invitation. */
function Questions({ asking, partner: { id: partnerId, company }, team, writes, onClose }: QuestionsProps) {
  const person = asking && asking.what !== 'number' ? asking.person : null
  const { id = '', fullName: name = '' } = person ?? {}
  const { withProof, dialog } = useProofQuestion()
  const before = team.people.find(({ isMain }) => isMain)?.fullName ?? ''
  return (
    <>
      <ConfirmDialog
        opened={asking?.what === 'main'}
        title={m.mainQuestion({ name })}
        text={m.mainText({ name, before })}
        action={m.chooseMain()}
        onClose={onClose}
        onConfirm={async () => {
          const words = bankAccessQuestion(m.chooseMain(), m.mainNotChosen, m.mainAccessText())
          void withProof(words, async (proof) => {
            await writes.chooseMain({ personId: id, ...proof })
            toastSuccess(m.mainChosen(), name)
          }).catch((error) => toastFailure(m.mainNotChosen(), error))
        }}
      />
      <EndDialog
        person={asking?.what === 'end' ? person : null}
        people={team.people}
        partnerId={partnerId}
        text={() => m.endByStaffText({ name, company: company || before })}
        end={writes.end}
        onClose={onClose}
      />
      {dialog}
    </>
  )
}
