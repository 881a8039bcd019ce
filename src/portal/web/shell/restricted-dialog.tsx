import { Button, Group, Modal, Text } from '@mantine/core'
import { useNavigate } from 'react-router'
import { pagePaths } from '#platform/domain/page-paths.ts'
import { useLazyMount } from '#platform/web/ui/dialogs/lazy-mount.ts'
import { m } from '#portal/messages/messages.ts'

/** Explains why a page is locked and how to unlock it. */
export function RestrictedDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const navigate = useNavigate()
  const { isMounted, isOpen } = useLazyMount(opened)
  if (!isMounted) return null
  return (
    <Modal
      opened={isOpen}
      onClose={onClose}
      title={<span lang={m.accessRestricted.lang}>{m.accessRestricted()}</span>}
      closeButtonProps={{ 'aria-label': m.closeDialog() }}
    >
      <Text lang={m.sectionLocked.lang} mb="lg">
        {m.sectionLocked()}
      </Text>
      <Group justify="flex-end">
        <Button lang={m.close.lang} variant="default" onClick={onClose}>
          {m.close()}
        </Button>
        <Button
          lang={m.viewContract.lang}
          onClick={() => {
            onClose()
            void navigate(pagePaths.contract)
          }}
        >
          {m.viewContract()}
        </Button>
      </Group>
    </Modal>
  )
}
