import { lazy, Suspense } from 'react'
import { Link, Navigate, useParams, useSearchParams } from 'react-router'
import { pagePaths } from '#platform/domain/page-paths.ts'
import { useRecordInAddress } from '#platform/web/app/record-in-address.ts'
import { useMe } from '#platform/web/app/session/session.ts'
import { IconArrowLeft } from '#platform/web/ui/icons.ts'
import { PageHeader } from '#platform/web/ui/page/page-header.tsx'
import { m } from '#portal/messages/messages.ts'
import { type SettingsSection, settingsSections } from '#provider/settings/domain/section-path.ts'
import { sectionLabels } from '#provider/settings/domain/sections.ts'
import { cardsOfSection, isSettingsCard, type SettingsCardKey, settingsCards } from '#provider/settings/domain/settings.ts'
import { FormCard } from '#provider/settings/web/form-card.tsx'
import { AllSettings } from './all-settings.tsx'
import { DoorCard } from './door-card.tsx'
import { doors } from './doors.ts'
import { MailCard } from './mail-card.tsx'
import classes from './settings.module.css'
import { SettingsNav } from './settings-nav.tsx'
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

function Cards({ section }: { readonly section: SettingsSection }) {
  const [params] = useSearchParams()
  const { id: open, open: edit, close } = useRecordInAddress('edit')
  const marked = params.get('card') ?? open
  return (
    <div className={classes.cards}>
      {cardsOfSection(section).map((card) => {
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
