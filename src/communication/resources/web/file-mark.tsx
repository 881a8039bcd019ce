import { currentLocale } from '#platform/domain/languages.ts'
import { shortDate } from '#platform/web/ui/dates.ts'
import type { Icon } from '#platform/web/ui/icon.tsx'
import { IconFileText, IconFileTypePdf, IconLink, IconPhoto, IconPresentation, IconTable } from '#platform/web/ui/icons.ts'
import type { Resource } from '../api/resources.ts'
import { m } from '../messages/messages.ts'
import classes from './resource-tabs.module.css'

/** Common name of a file type. */
function kindOf({ kind, mime }: Resource): { name: string; icon: Icon } {
  if (kind === 'link') return { name: m.link(), icon: IconLink }
  if (mime === 'application/pdf') return { name: 'PDF', icon: IconFileTypePdf }
  if (mime?.startsWith('image/')) return { name: m.image(), icon: IconPhoto }
  if (mime && /excel|spreadsheet/.test(mime)) return { name: 'Excel', icon: IconTable }
  if (mime && /powerpoint|presentation/.test(mime)) return { name: 'PowerPoint', icon: IconPresentation }
  return { name: 'Word', icon: IconFileText }
}

function formatSize(bytes: number): string {
  const kilobytes = Math.max(1, Math.round(bytes / 1024))
  return kilobytes < 1024
    ? m.kilobytes({ size: kilobytes })
    : m.megabytes({ size: (kilobytes / 1024).toLocaleString(currentLocale(), { maximumFractionDigits: 1 }) })
}

/** Icon of a resource's type. */
export function FileMark({ resource }: { resource: Resource }) {
  const { icon: Mark } = kindOf(resource)
  return (
    <span className={classes.mark} aria-hidden="true">
      <Mark size={24} stroke={1.5} />
    </span>
  )
}

/** Type, size and date of a resource. */
export function FileFacts({ resource }: { resource: Resource }) {
  const { name } = kindOf(resource)
  const facts = [name, resource.size === null ? null : formatSize(resource.size), shortDate(resource.createdAt)]
  return <p className={`figure ${classes.facts}`}>{facts.filter(Boolean).join(' · ')}</p>
}
