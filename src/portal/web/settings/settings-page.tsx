import { Button, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense } from 'react'
import { Link, Navigate, NavLink, useParams, useSearchParams } from 'react-router'
import { pagePaths } from '#access/domain/page-paths.ts'
import { type SettingsSection, settingsSectionPath, settingsSections } from '#access/domain/settings-sections.ts'
import { mayDo, useRight } from '#access/web/rights.ts'
import { typeset } from '#platform/domain/typesetting.ts'
import { useAction } from '#platform/web/app/forms/use-action.ts'
import { useRecordInAddress } from '#platform/web/app/record-in-address.ts'
import { useMe } from '#platform/web/app/session/session.ts'
import { relativeDate } from '#platform/web/ui/dates.ts'
import { IconArrowLeft } from '#platform/web/ui/icons.ts'
import { PageHeader } from '#platform/web/ui/page/page-header.tsx'
import { m } from '#portal/messages/messages.ts'
import { checklistQuery } from '#provider/checklist/web/data.ts'
import { sendTestMail } from '#provider/checklist/web/send-test-mail.ts'
import { sectionLabels } from '#provider/settings/domain/sections.ts'
import {
  cardsOfSection,
  isNamed,
  isSettingsCard,
  type SettingsCardKey,
  settingsCardPath,
  settingsCards,
} from '#provider/settings/domain/settings.ts'
import { CardFrame } from '#provider/settings/web/card-frame.tsx'
import { FormCard } from '#provider/settings/web/form-card.tsx'
import { useMissingSettings } from '#provider/settings/web/missing-settings.ts'
import { factsReader } from './door-facts.tsx'
import { doors } from './doors.ts'
import classes from './settings.module.css'
import { SettingsSearch } from './settings-search.tsx'

const SettingsFormDialog = lazy(() => import('#provider/settings/web/settings-form-dialog.tsx'))

/** One page for everything that is set: all sections, or one of them with its cards. */
export function Component() {
  const { section: named } = useParams()
  const section = settingsSections.find((each) => each === named)
  if (named !== undefined && !section) return <Navigate to={pagePaths.settings} replace />
  return (
    <>
      <div className={classes.top}>
        {section && (
          <Link to={pagePaths.settings} className={classes.back}>
            <IconArrowLeft size={16} aria-hidden="true" /> {m.settings()}
          </Link>
        )}
        <PageHeader
          title={section ? sectionLabels[section].title : m.settings()}
          subtitle={section ? sectionLabels[section].about : m.settingsLead()}
        />
        <SettingsSearch />
      </div>
      <div className={classes.columns}>
        <SettingsNav />
        <div className={classes.content}>{section ? <Cards section={section} /> : <AllSettings />}</div>
      </div>
    </>
  )
}

/** The subjects of each section, as they are named to whoever is signed in. */
function useNamedCards() {
  const me = useMe()
  return (section: SettingsSection) => cardsOfSection(section).filter((card) => isNamed(card, (right) => mayDo(me, right)))
}

function Cards({ section }: { readonly section: SettingsSection }) {
  const namedCards = useNamedCards()
  const [params] = useSearchParams()
  const { id: open, open: edit, close } = useRecordInAddress('edit')
  const marked = params.get('card') ?? open
  return (
    <div className={classes.cards}>
      {namedCards(section).map((card) => {
        const { form } = settingsCards[card]
        const isMarked = marked === card
        if (card === 'mail') return <MailCard key={card} isMarked={isMarked} />
        if (form) return <FormCard key={card} card={card} form={form} isMarked={isMarked} onEdit={() => edit(card)} />
        return <DoorCard key={card} card={card} isMarked={isMarked} onOpen={() => edit(card)} />
      })}
      <Suspense>{isSettingsCard(open) && <OpenCard card={open} onClose={close} />}</Suspense>
    </div>
  )
}

function OpenCard({ card, onClose }: { readonly card: SettingsCardKey; readonly onClose: () => void }) {
  const me = useMe()
  const { form } = settingsCards[card]
  const Dialog = doors[card]?.dialog
  if (form) return <SettingsFormDialog card={card} form={form} onClose={onClose} />
  return Dialog ? <Dialog me={me} onClose={onClose} /> : null
}

/** The sections beside the one that is open. */
function SettingsNav() {
  return (
    <nav className={classes.nav} aria-label={m.settings()}>
      <NavLink to={pagePaths.settings} end>
        {m.allSettings()}
      </NavLink>
      {settingsSections.map((section) => (
        <NavLink key={section} to={settingsSectionPath(section)}>
          {sectionLabels[section].title}
        </NavLink>
      ))}
    </nav>
  )
}

/** Whether mail leaves: what the mail server said last, and a test. */
function MailCard({ isMarked }: { readonly isMarked: boolean }) {
  const setsUp = useRight('programme')
  const { data, refetch } = useQuery({ ...checklistQuery, enabled: setsUp })
  const { busy, run: test } = useAction(() => sendTestMail(refetch))
  const tested = data?.mailTest ? relativeDate(data.mailTest.at, new Date()) : null
  return (
    <CardFrame
      card="mail"
      isMarked={isMarked}
      facts={setsUp ? [[m.lastTest(), tested ?? (data ? null : '…')]] : []}
      action={
        <Button variant="default" size="xs" disabled={busy} onClick={() => test()}>
          {m.sendMeTest()}
        </Button>
      }
    >
      {data?.mailTrouble && (
        <Text fz="sm" c="var(--danger-ink)" style={{ overflowWrap: 'anywhere' }}>
          {typeset(data.mailTrouble)}
        </Text>
      )}
    </CardFrame>
  )
}

/** Every section with its subjects, and what still has to be filled in. */
function AllSettings() {
  const missing = useMissingSettings()
  const namedCards = useNamedCards()
  return (
    <>
      {missing.length > 0 && (
        <section className={classes.missing} aria-labelledby="settings-missing">
          <Text id="settings-missing" component="h2" fz={16} fw={600} m={0}>
            {m.toFillIn()}
          </Text>
          <ul>
            {missing.map(({ card, labels }) => (
              <li key={card}>
                {m.missingOf<ReactNode>({
                  title: settingsCards[card].title,
                  labels: labels.join(', '),
                  link: (title) => (
                    <Link key="link" to={settingsCardPath(card)}>
                      {title}
                    </Link>
                  ),
                })}
              </li>
            ))}
          </ul>
        </section>
      )}
      <div className={classes.sections}>
        {settingsSections.map((section) => (
          <section key={section} className={classes.section} aria-labelledby={`section-${section}`}>
            <h2 id={`section-${section}`}>
              <Link to={settingsSectionPath(section)}>{sectionLabels[section].title}</Link>
            </h2>
            <p>{sectionLabels[section].about}</p>
            <ul>
              {namedCards(section).map((card) => (
                <li key={card}>
                  <Link to={settingsCardPath(card)}>{settingsCards[card].title}</Link>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
    </>
  )
}

interface DoorCardProps {
  readonly card: SettingsCardKey
  readonly isMarked: boolean
  readonly onOpen: () => void
}

/** A card that leads to a page, a list or a dialog. */
function DoorCard({ card, isMarked, onOpen }: DoorCardProps) {
  const door = doors[card]
  const useFacts = factsReader(card)
  const facts = useFacts()
  return (
    <CardFrame
      card={card}
      isMarked={isMarked}
      facts={facts}
      isOpenToAll={door?.isOpenToAll ?? false}
      action={<DoorButton card={card} onOpen={onOpen} />}
    />
  )
}

function DoorButton({ card, onOpen }: Pick<DoorCardProps, 'card' | 'onOpen'>) {
  const door = doors[card]
  if (!door) return null
  const look = {
    variant: 'default',
    size: 'xs',
    'aria-label': m.labelled({ label: door.label, text: settingsCards[card].title }),
  } as const
  if (door.path) {
    return (
      <Button component={Link} to={door.path} {...look}>
        {door.label}
      </Button>
    )
  }
  if (door.href) {
    return (
      <Button component="a" href={door.href} {...look}>
        {door.label}
      </Button>
    )
  }
  return (
    <Button onClick={onOpen} {...look}>
      {door.label}
    </Button>
  )
}
