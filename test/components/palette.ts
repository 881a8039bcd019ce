import { expect } from 'vitest'
import { page, userEvent } from 'vitest/browser'

/** Opens the command palette by its keys; `name` is what its field is called. */
export async function openPalette(name = 'Search'): Promise<void> {
  await expect.element(page.getByRole('button', { name })).toBeVisible()
  await userEvent.keyboard('{Control>}k{/Control}')
  await expect.element(field(name)).toHaveFocus()
}

/** Where one types in the palette. */
export const field = (name = 'Search') => page.getByRole('combobox', { name, exact: true })
export const option = (name: string | RegExp) => page.getByRole('option', { name })
export const group = (name: string) => page.getByRole('group', { name })
