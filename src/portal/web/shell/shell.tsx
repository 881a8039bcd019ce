import { m } from '#portal/messages/messages.ts'
import '#platform/web/ui/theme/styles-dashboard.ts'
import { Burger } from '@mantine/core'
import { useLocalStorage, useMediaQuery } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { type ContextType, lazy, type RefObject, Suspense, useEffect, useRef, useState } from 'react'
import { Navigate, Outlet, ScrollRestoration, useLocation, useNavigate, useRevalidator } from 'react-router'
import type { Me } from '#access/api/session.ts'
import { staffRoleLabels } from '#access/domain/staff-rights.ts'
import { visitorPaths } from '#access/domain/visitor-paths.ts'
import { hasAbility, missingAbility } from '#access/web/rights.ts'
import { greetLate } from '#accounts/auth/web/greetings.ts'
import { StatusBar, standingQuery } from '#money/tiers/web/status-bar.tsx'
import { queryClient } from '#platform/web/app/queries/query-client.ts'
import { startAnew } from '#platform/web/app/queries/start-anew.ts'
import { meQuery, useSettings } from '#platform/web/app/session/session.ts'
import { LoadedLate } from '#platform/web/ui/loaded-late.tsx'
import { PageLoading } from '#platform/web/ui/page/states.tsx'
import { SavedViewsOfLists } from '#platform/web/ui/tables/saved-views-slot.ts'
import type { AccountEntry } from './account-entries.ts'
import { AccountMenu } from './account-menu.tsx'
import { useLiveUpdates } from './live.ts'
import { isGated } from './menus.ts'
import { PaletteButton } from './palette-button.tsx'
import type { LockedBy } from './restricted-dialog.tsx'
import classes from './shell.module.css'
import { Sidebar } from './sidebar.tsx'
import { useSignOutQuestion } from './sign-out-question.tsx'

const ViewBar = lazy(() => import('#accounts/view-as/web/view-bar.tsx'))
const AnnouncementBar = lazy(() => import('#communication/announcements/web/announcement-bar.tsx'))

const loadMenu = () => import('./phone-menu.tsx')
const PhoneMenu = lazy(loadMenu)
const loadRestricted = () => import('./restricted-dialog.tsx')
const RestrictedDialog = lazy(loadRestricted)

const RoleLocked = lazy(() => import('./role-locked.tsx'))

const SavedViews = lazy(() => import('#accounts/saved-views/web/saved-views.tsx'))

/** Views of lists are kept on the server, which tables know nothing about. */
const savedViews: ContextType<typeof SavedViewsOfLists> = (onClose) => (
  <Suspense>
    <SavedViews onClose={onClose} />
  </Suspense>
)

/** The status bar renders the tier progress. */
export const prefetch = { standing: () => queryClient.prefetchQuery(standingQuery) }

/** Layout of all dashboard pages. */
export function Component() {
  const { data: me, isPending } = useQuery(meQuery)
  if (isPending) return <PageLoading />
  if (!me) return <Navigate to={visitorPaths.signIn} replace />
  return <Shell me={me} />
}

function Shell({ me }: { me: Me }) {
  const { providerName } = useSettings()
  useEffect(() => greetLate(providerName), [providerName])
  useLiveUpdates(me.session)
  const { pathname } = useLocation()
  const navigate = useNavigate()
  const wideMenu = useLocalStorage({ key: 'passerelle.sidebar-collapsed', defaultValue: false, getInitialValueInEffect: false })
  // The sidebar starts collapsed on medium screens.
  const isNarrow = useMediaQuery('(width < 69em)', false, { getInitialValueInEffect: false })
  const narrowMenu = useLocalStorage({
    key: 'passerelle.sidebar-collapsed-narrow',
    defaultValue: true,
    getInitialValueInEffect: false,
  })
  const [collapsed, setCollapsed] = isNarrow ? narrowMenu : wideMenu
  const isPhone = useMediaQuery('(width < 48em)', false, { getInitialValueInEffect: false })
  const [drawer, setDrawer] = useState(false)
  const [restricted, setRestricted] = useState<LockedBy | null>(null)
  const [account, setAccount] = useState<AccountEntry | null>(null)
  const main = useRef<HTMLElement>(null)
  useFreshRole(me)
  useFocusOnArrival(main, pathname)
  const gated = isGated(pathname) && !me.contractSigned
  const lacking = missingAbility(me, pathname)

  useEffect(() => {
    setDrawer(false)
    const isLocked = isGated(pathname) && !me.contractSigned && !lacking
    setRestricted(isLocked ? 'contract' : null)
  }, [pathname, me.contractSigned, lacking])

  const { leave, question } = useSignOutQuestion(me)
  const openEntry = (entry: AccountEntry | null) => (entry?.path ? void navigate(entry.path) : setAccount(entry))
  const menu = { me, onLocked: setRestricted, onSignOut: leave }
  return (
    // The document is French; the dashboard is English, and its French parts say so themselves.
    <div className={classes.shell}>
      <a href="#content" className="skip-link">
        {m.skipToContent()}
      </a>
      {!isPhone && (
        <aside className={classes.aside} data-collapsed={collapsed || undefined} aria-label={m.navigation()}>
          <Sidebar {...menu} collapsed={collapsed} onToggle={() => setCollapsed(!collapsed)} />
        </aside>
      )}
      <LoadedLate load={loadMenu} wanted={drawer}>
        <PhoneMenu {...menu} opened={drawer} onClose={() => setDrawer(false)} />
      </LoadedLate>
      <div className={classes.column}>
        <Suspense>{me.view && <ViewBar me={me} />}</Suspense>
        <Suspense>{me.hasAnnouncement && <AnnouncementBar me={me} />}</Suspense>
        {me.role === 'admin' && (
          <section lang={m.adminConsoleAs.lang} className={classes.banner} aria-label={m.adminConsole()}>
            {m.adminConsoleAs({ role: bannerRole(me) })}
          </section>
        )}
        <section className={classes.top} aria-label={m.statusAndAccount()} data-keep-free>
          {isPhone && <Burger opened={drawer} onClick={() => setDrawer(!drawer)} size="sm" aria-label={m.openMenu()} />}
          {me.role === 'partner' && hasAbility(me, 'money') ? <StatusBar /> : <div className={classes.topFill} />}
          <PaletteButton {...menu} onAccount={openEntry} />
          <AccountMenu me={me} open={account} onOpen={openEntry} onSignOut={leave} />
        </section>
        <main id="content" ref={main} className={classes.content} tabIndex={-1}>
          <SavedViewsOfLists value={savedViews}>
            {lacking ? <Suspense>{<RoleLocked ability={lacking} />}</Suspense> : gated ? null : <Outlet />}
          </SavedViewsOfLists>
        </main>
        <ScrollRestoration />
      </div>
      {question}
      <LoadedLate load={loadRestricted} wanted={restricted !== null}>
        <RestrictedDialog lockedBy={restricted} onClose={() => setRestricted(null)} />
      </LoadedLate>
    </div>
  )
}

/** The specified word for administrators; the other roles of staff by their label. */
const bannerRole = ({ staffRole }: Me) =>
  staffRole && staffRole !== 'administrator' ? staffRoleLabels[staffRole] : m.administrator()

/**
 * Moves the focus to the new page after navigation, for keyboards and screen readers. Who has opened a dialog or the search since
 * is typing there, and keeps it.
 */
function useFocusOnArrival(main: RefObject<HTMLElement | null>, pathname: string): void {
  const arrivedAt = useRef(pathname)
  useEffect(() => {
    if (arrivedAt.current === pathname) return
    arrivedAt.current = pathname
    if (document.activeElement?.closest('[aria-modal="true"], [role="combobox"]')) return
    main.current?.focus({ preventScroll: true })
  }, [main, pathname])
}

/**
 * Handles a changed role: says so, clears data of the old role and reruns the guards. A session that stands for somebody else
 * now, since a view of a partner began or ended, starts anew with nothing of the other one.
 */
function useFreshRole({ id, role, staffRole, partner }: Me): void {
  const { revalidate } = useRevalidator()
  const abilities = partner?.abilities.join()
  const last = useRef({ id, role, staffRole, abilities })
  useEffect(() => {
    const before = last.current
    const hasSameRole = before.role === role && before.staffRole === staffRole && before.abilities === abilities
    if (before.id === id && hasSameRole) return
    last.current = { id, role, staffRole, abilities }
    if (before.id !== id) return startAnew()
    const isOfPartner = before.role === role && partner !== null
    void import('./role-notice.ts').then((notices) =>
      isOfPartner ? notices.noticeRoleAtPartner(partner) : notices.noticeNewRole({ staffRole }),
    )
    void queryClient.invalidateQueries()
    void revalidate()
  }, [id, role, staffRole, abilities, partner, revalidate])
}
