import { notifications } from '@mantine/notifications'

/** The one road to a toast. */
export function toastSuccess(title: string, message?: string): void {
  notifications.show({
    title,
    message,
    color: 'teal',
    role: 'status',
    autoClose: 5000,
    closeButtonProps: { 'aria-label': 'Fermer' },
  })
}

/** A destructive toast. */
export function toastError(title: string, message: string): void {
  notifications.show({
    title,
    message,
    color: 'red',
    role: 'alert',
    autoClose: 8000,
    closeButtonProps: { 'aria-label': 'Fermer' },
  })
}

/** A toast for what an action threw; a bug of ours is said as one, and shown in the console. */
export function toastFailure(title: string, error: unknown, message?: string): void {
  if (!(error instanceof Error)) throw error
  toastError(title, message ?? error.message)
}
