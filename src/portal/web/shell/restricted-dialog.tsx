import { Button, Group, Modal, Text } from '@mantine/core'
import { useNavigate } from 'react-router'
import { pagePaths } from '#platform/domain/page-paths.ts'
import { useLazyMount } from '#platform/web/ui/dialogs/lazy-mount.ts'

/** Explains why a page is locked and how to unlock it. */
export function RestrictedDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const navigate = useNavigate()
  const { isMounted, isOpen } = useLazyMount(opened)
  if (!isMounted) return null
  return (
    <Modal opened={isOpen} onClose={onClose} title="Access Restricted" closeButtonProps={{ 'aria-label': 'Close dialog' }}>
      <Text mb="lg">
        This section is currently locked. Please sign your partnership contract to unlock your complete dashboard and access all
        features.
      </Text>
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose}>
          Close
        </Button>
        <Button
          onClick={() => {
            onClose()
            void navigate(pagePaths.contract)
          }}
        >
          View Contract
        </Button>
      </Group>
    </Modal>
  )
}
