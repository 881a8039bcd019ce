import { Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { m } from '#portal/messages/messages.ts'
import { settingsSectionPath, settingsSections } from '#provider/settings/domain/section-path.ts'
import { sectionLabels } from '#provider/settings/domain/sections.ts'
import { cardsOfSection, settingsCardPath, settingsCards } from '#provider/settings/domain/settings.ts'
import { useMissingSettings } from '#provider/settings/web/missing-settings.ts'
import classes from './settings.module.css'

/** Every section with its subjects, and what still has to be filled in. */
export function AllSettings() {
  const missing = useMissingSettings()
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
              {cardsOfSection(section).map((card) => (
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
