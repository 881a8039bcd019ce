import { Button, Group, Modal, Text } from '@mantine/core'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { Ability } from '#access/domain/abilities.ts'
import { missingAbilityMessages } from '#access/domain/ability-explanations.ts'
import { pagePaths } from '#access/domain/page-paths.ts'
import { useLazyMount } from '#platform/web/ui/dialogs/lazy-mount.ts'
import { m } from '#portal/messages/messages.ts'

/** What keeps a page locked: the unsigned contract, or a role that does not include it. */
export type LockedBy = 'contract' | Ability

interface RestrictedDialogProps {
  /** Null while it is closed. */
  readonly lockedBy: LockedBy | null
  readonly onClose: () => void
}

/** Explains why a page is locked and how to unlock it. */
export default function RestrictedDialog({ lockedBy, onClose }: RestrictedDialogProps) {
  const navigate = useNavigate()
  const { isMounted, isOpen } = useLazyMount(lockedBy !== null)
  const [shown, setShown] = useState<LockedBy>('contract')
  // The words stay while the dialog fades out.
  if (lockedBy !== null && lockedBy !== shown) setShown(lockedBy)
  if (!isMounted) return null
  if (shown !== 'contract') {
    return (
      <Modal opened={isOpen} onClose={onClose} title={m.notYourRole()} closeButtonProps={{ 'aria-label': m.closeDialog() }}>
        <Text mb="lg">{missingAbilityMessages[shown]}</Text>
        <Group justify="flex-end">
          <Button lang={m.close.lang} variant="default" onClick={onClose}>
            {m.close()}
          </Button>
        </Group>
      </Modal>
    )
  }
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
