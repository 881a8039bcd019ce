import { expect } from 'vitest'
import { page } from 'vitest/browser'
import type { Route } from '#platform/api/route.ts'
import { queryClient } from '#platform/web/app/queries/query-client.ts'
import { refuse } from './api.ts'
import { visit } from './open-portal.tsx'

interface FailedList {
  readonly path: string
  readonly route: Route
  /** How many lists of the page read the route. */
  readonly count: number
  readonly notLoaded: string
  /** Gives the route an answer. */
  readonly again: () => void
}

const reason = 'The server has a reason.'

/** Opens a page whose list the server refuses, which says why; each list is there after its own retry. */
export async function expectRetry({ path, route, count, notLoaded, again }: FailedList): Promise<void> {
  refuse(route, reason)
  queryClient.removeQueries({ predicate: ({ queryKey: [topic] }) => topic !== 'me' && topic !== 'settings' })
  visit(path)
  const failed = page.getByRole('alert').filter({ hasText: notLoaded })
  await expect.element(failed.first(), { message: path }).toMatchTextContent(reason)
  await expect.element(failed, { message: path }).toHaveLength(count)
  again()
  for (let left = count; left > 0; left -= 1) {
    await failed.first().getByRole('button', { name: 'Réessayer' }).click()
    await expect.element(failed, { message: path }).toHaveLength(left - 1)
  }
}
