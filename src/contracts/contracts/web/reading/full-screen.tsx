import { Modal, type ModalProps } from '@mantine/core'
import { useFocusBack } from '#platform/web/ui/dialogs/focus-back.ts'
import { m } from '../../messages/messages.ts'
import classes from './full-screen.module.css'

/** The whole window for one contract, whose title and cross stay above what scrolls. */
export function FullScreen(props: Omit<ModalProps, 'opened'>) {
  useFocusBack()
  return (
    <Modal
      fullScreen
      returnFocus={false}
      transitionProps={{ duration: 0 }}
      closeButtonProps={{ 'aria-label': m.close() }}
      classNames={{ content: classes.content ?? '', header: classes.header ?? '', body: classes.body ?? '' }}
      {...props}
      opened
    />
  )
}
