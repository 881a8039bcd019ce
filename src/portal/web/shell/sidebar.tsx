import { ActionIcon, Tooltip, UnstyledButton, VisuallyHidden } from '@mantine/core'
import type { ReactElement } from 'react'
import { NavLink, useLocation } from 'react-router'
import { useUnreadCount } from '#communication/lead-news/web/unread-marks.ts'
import { useTaskAddresses } from '#overview/partner/web/task-counts.ts'
import type { Me } from '#platform/api/session.ts'
import { pagePaths } from '#platform/domain/page-paths.ts'
import { useSettings } from '#platform/web/app/session/session.ts'
import { IconLayoutSidebarLeftCollapse, IconLayoutSidebarLeftExpand, IconLock, IconLogout } from '#platform/web/ui/icons.ts'
import { Brand } from '#platform/web/ui/page/brand.tsx'
import { isActive, menus } from './menus.ts'
import classes from './sidebar.module.css'

interface SidebarProps {
  readonly me: Me
  readonly collapsed: boolean
  /** Undefined in the drawer on small screens, which does not collapse. */
  readonly onToggle?: () => void
  readonly onLocked: () => void
  readonly onNavigate?: () => void
  readonly onSignOut: () => void
}

/** Menu of a role. Locked entries are dimmed, have a lock icon and open a dialog instead of the page. */
export function Sidebar({ me, collapsed, onToggle, onLocked, onNavigate, onSignOut }: SidebarProps) {
  const { pathname } = useLocation()
  const settings = useSettings()
  const unread = useUnreadCount()
  const tasks = useTaskAddresses(me)
  const Collapse = collapsed ? IconLayoutSidebarLeftExpand : IconLayoutSidebarLeftCollapse
  return (
    <div className={classes.sidebar} data-collapsed={collapsed || undefined}>
      <div className={classes.sidebarHead}>
        <Brand settings={settings} small={collapsed} />
        {me.role === 'admin' && !collapsed && <span className={classes.adminMark}>Admin</span>}
      </div>
      <nav aria-label="Menu principal" className={classes.menu}>
        {menus[me.role].map(({ label, path, icon: Icon, needsContract }) => {
          const badge = /leads$/.test(path) && unread
          const waiting = tasks.filter((where) => isActive(path, where.replace(/\?.*/, ''))).length
          const locked = needsContract && !me.contractSigned
          const content = (
            <>
              <Icon size={20} stroke={1.6} aria-hidden="true" />
              <span className={classes.entryLabel}>{label}</span>
              {badge && (
                <span className={`figure ${classes.unread}`} aria-hidden="true">
                  {badge}
                </span>
              )}
              {waiting > 0 && (
                <span className={`figure ${classes.waiting}`}>
                  {waiting}
                  <VisuallyHidden lang="fr"> à faire</VisuallyHidden>
                </span>
              )}
              {locked && <IconLock size={15} className={classes.lock} aria-label="locked" role="img" />}
            </>
          )
          const active = isActive(path, pathname)
          return (
            <Hint key={path} label={label} needed={collapsed}>
              {locked ? (
                <UnstyledButton className={classes.entry} data-locked onClick={onLocked}>
                  {content}
                </UnstyledButton>
              ) : (
                <NavLink
                  to={path}
                  end={path === pagePaths.home}
                  className={classes.entry}
                  data-active={active || undefined}
                  {...(badge ? { title: `${badge} unread` } : {})}
                  {...(onNavigate ? { onClick: onNavigate } : {})}
                >
                  {content}
                </NavLink>
              )}
            </Hint>
          )
        })}
      </nav>
      <div className={classes.sidebarFoot}>
        <Hint label="Logout" needed={collapsed}>
          <UnstyledButton className={classes.entry} onClick={onSignOut}>
            <IconLogout size={20} stroke={1.6} aria-hidden="true" />
            <span className={classes.entryLabel}>Logout</span>
          </UnstyledButton>
        </Hint>
        {onToggle && (
          <ActionIcon
            variant="subtle"
            color="gray"
            size="lg"
            onClick={onToggle}
            aria-label={collapsed ? 'Expand sidebar' : 'Collapse sidebar'}
            aria-expanded={!collapsed}
          >
            <Collapse size={20} stroke={1.6} aria-hidden="true" />
          </ActionIcon>
        )}
      </div>
    </div>
  )
}

/** Tooltip of an entry in the collapsed sidebar. */
function Hint({ label, needed, children }: { label: string; needed: boolean; children: ReactElement }) {
  if (!needed) return children
  return (
    <Tooltip label={label} position="right">
      {children}
    </Tooltip>
  )
}
