import { NavLink } from 'react-router'
import { pagePaths } from '#platform/domain/page-paths.ts'
import { m } from '#portal/messages/messages.ts'
import { settingsSectionPath, settingsSections } from '#provider/settings/domain/section-path.ts'
import { sectionLabels } from '#provider/settings/domain/sections.ts'
import classes from './settings.module.css'

/** The sections beside the one that is open. */
export function SettingsNav() {
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
