import type { Page } from '@playwright/test'
import { expect } from '@playwright/test'

/** Waits for the toast with this title (and text), then closes it, so that the next one is not mistaken for it. */
export async function toast(page: Page, title: string, text = ''): Promise<void> {
  const shown = page.locator('.mantine-Notification-root').filter({ hasText: title }).filter({ hasText: text }).last()
  await expect(shown).toBeVisible()
  await shown.getByRole('button').click()
  await expect(shown).toBeHidden()
}
