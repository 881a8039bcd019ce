import { Button, Text } from '@mantine/core'
import { longDate } from '#platform/web/ui/dates.ts'
import { SoftText } from '#platform/web/ui/soft-text.ts'
import type { TemplateDetail } from '../api.ts'
import { m } from '../messages/messages.ts'
import classes from './templates.module.css'

type Version = TemplateDetail['versions'][number]

interface VersionListProps {
  readonly versions: readonly Version[]
  readonly current: number
  /** Disables restoring while there are unsaved changes. */
  readonly dirty: boolean
  readonly onRestore: (version: Version) => void
}

/** All versions with date and author. Versions are immutable; restoring creates a new one. */
export function VersionList({ versions, current, dirty, onRestore }: VersionListProps) {
  return (
    <ol className={classes.versions} aria-label={m.versions()}>
      {versions.map((each) => (
        <li key={each.version} className={classes.version}>
          <div>
            <Text fw={600}>
              {each.version === current ? m.currentVersion({ version: each.version }) : m.version({ version: each.version })}
            </Text>
            <SoftText>
              {longDate(each.createdAt)}, {each.createdBy ?? m.cameWithPortal()}
            </SoftText>
            <Text fz="sm">{each.title}</Text>
          </div>
          {each.version !== current && (
            <Button
              size="compact-sm"
              variant="default"
              disabled={dirty}
              aria-label={m.takeVersion({ version: each.version })}
              onClick={() => onRestore(each)}
            >
              {m.takeText()}
            </Button>
          )}
        </li>
      ))}
    </ol>
  )
}
