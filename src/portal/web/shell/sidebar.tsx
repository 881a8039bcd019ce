import { ActionIcon, UnstyledButton, VisuallyHidden } from '@mantine/core'
import { lazy, type PointerEvent, Suspense, useEffect, useState } from 'react'
import { NavLink, useLocation } from 'react-router'
import type { Me } from '#access/api/session.ts'
import { pagePaths } from '#access/domain/page-paths.ts'
import { useUnreadCount } from '#communication/lead-news/web/unread-marks.ts'
import { useTaskAddresses } from '#overview/partner/web/task-counts.ts'
import { useSettings } from '#platform/web/app/session/session.ts'
import { IconLayoutSidebarLeftCollapse, IconLayoutSidebarLeftExpand, IconLock, IconLogout } from '#platform/web/ui/icons.ts'
import { Brand } from '#platform/web/ui/page/brand.tsx'
import { m } from '#portal/messages/messages.ts'
import { isActive, lockOf, menus } from './menus.ts'
import type { LockedBy } from './restricted-dialog.tsx'
import classes from './sidebar.module.css'

const loadHint = () => import('./sidebar-hint.tsx')
const SidebarHint = lazy(loadHint)

interface SidebarProps {
  readonly me: Me
  readonly collapsed: boolean
  /** Undefined in the drawer on small screens, which does not collapse. */
  readonly onToggle?: () => void
  readonly onLocked: (lockedBy: LockedBy) => void
  readonly onNavigate?: () => void
  readonly onSignOut: () => void
}

/** Menu of a role. Locked entries are dimmed, have a lock icon and open a dialog instead of the page. */
export function Sidebar({ me, collapsed, onToggle, onLocked, onNavigate, onSignOut }: SidebarProps) {
  const { pathname } = useLocation()
  const settings = useSettings()
  const unread = useUnreadCount()
  const tasks = useTaskAddresses(me)
  const [hint, setHint] = useState<{ label: string; entry: HTMLElement } | null>(null)
  const canHint = useHints(collapsed)
  const Collapse = collapsed ? IconLayoutSidebarLeftExpand : IconLayoutSidebarLeftCollapse
  const hinted = (label: string) =>
    canHint && {
      onPointerEnter: ({ pointerType, currentTarget: entry }: PointerEvent<HTMLElement>) =>
        setHint(pointerType === 'mouse' ? { label, entry } : null),
      onPointerLeave: () => setHint(null),
    }
  return (
    <div className={classes.sidebar} data-collapsed={collapsed || undefined}>
      <div className={classes.sidebarHead}>
        <Brand settings={settings} small={collapsed} />
        {me.role === 'admin' && !collapsed && (
          <span lang={m.adminMark.lang} className={classes.adminMark}>
            {m.adminMark()}
          </span>
        )}
      </div>
      <nav aria-label={m.mainMenu()} className={classes.menu}>
        {menus[me.role].map(({ label, lang, path, icon: Icon, needsContract }) => {
          const badge = /leads$/.test(path) && unread
          const waiting = tasks.filter((where) => isActive(path, where.replace(/\?.*/, ''))).length
          const lockedBy = lockOf(me, { path, needsContract })
          const content = (
            <>
              <Icon size={20} stroke={1.6} aria-hidden="true" />
              <span lang={lang} className={classes.entryLabel}>
                {label}
              </span>
              {badge && (
                <span className={`figure ${classes.unread}`} aria-hidden="true">
                  {badge}
                </span>
              )}
              {waiting > 0 && (
                <span className={`figure ${classes.waiting}`}>
                  {waiting}
                  <VisuallyHidden> {m.toDo()}</VisuallyHidden>
                </span>
              )}
              {lockedBy && <IconLock size={15} className={classes.lock} aria-label={m.locked()} role="img" />}
            </>
          )
          const active = isActive(path, pathname)
          return lockedBy ? (
            <UnstyledButton
              key={path}
              className={classes.entry}
              data-locked
              onClick={() => onLocked(lockedBy)}
              {...hinted(label)}
            >
              {content}
            </UnstyledButton>
          ) : (
            <NavLink
              key={path}
              to={path}
              end={path === pagePaths.home}
              className={classes.entry}
              data-active={active || undefined}
              {...(badge ? { title: m.unreadCount({ count: badge }) } : {})}
              {...(onNavigate ? { onClick: onNavigate } : {})}
              {...hinted(label)}
            >
              {content}
            </NavLink>
          )
        })}
      </nav>
      <div className={classes.sidebarFoot}>
        <UnstyledButton className={classes.entry} onClick={onSignOut} {...hinted(m.logout())}>
          <IconLogout size={20} stroke={1.6} aria-hidden="true" />
          <span className={classes.entryLabel}>{m.logout()}</span>
        </UnstyledButton>
        {onToggle && (
          <ActionIcon
            variant="subtle"
            color="gray"
            size="lg"
            onClick={onToggle}
            aria-label={collapsed ? m.expandSidebar() : m.collapseSidebar()}
            aria-expanded={!collapsed}
          >
            <Collapse size={20} stroke={1.6} aria-hidden="true" />
          </ActionIcon>
        )}
      </div>
      <Suspense>{canHint && hint && <SidebarHint key={hint.label} {...hint} />}</Suspense>
    </div>
  )
}

/** Whether names are shown beside entries, which only the collapsed sidebar loads. */
function useHints(collapsed: boolean): boolean {
  const [isLoaded, setLoaded] = useState(false)
  useEffect(() => {
    if (!collapsed) return
    void loadHint().then(
      () => setLoaded(true),
      () => null,
    )
  }, [collapsed])
  return collapsed && isLoaded
}
