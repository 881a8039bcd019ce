import { expect } from 'vitest'
import { page } from 'vitest/browser'

/** Waits for the toast with this title and text: an alert of what failed, the status of what is done. */
export async function toast(title: string, text = ''): Promise<void> {
  const toasts = page.getByRole('alert').or(page.getByRole('status'))
  await expect.element(toasts.filter({ hasText: title }).filter({ hasText: text }).last()).toBeVisible()
}
