import { Dialog } from '#platform/web/ui/dialogs/dialog.tsx'
import type { OwnAnnouncement } from '../api.ts'
import { AnnouncementText } from './announcement-text.tsx'
import { ReadButton } from './read-button.tsx'

interface ReadDialogProps {
  readonly announcement: OwnAnnouncement
  /** Staff look at the portal as the partner: they do not read in the partner's name. */
  readonly isView: boolean
  readonly onClose: () => void
}

/** One announcement, for its recipient. */
export default function ReadDialog({ announcement, isView, onClose }: ReadDialogProps) {
  return (
    <Dialog onClose={onClose} title={announcement.title} size="lg">
      <AnnouncementText announcement={announcement} />
      {!isView && <ReadButton id={announcement.id} onRead={onClose} />}
    </Dialog>
  )
}
