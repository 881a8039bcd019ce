import { plainLine } from '#platform/domain/typed-text.ts'
import type { ListedUser } from './queries.ts'

const headings = ['ADDRESS', 'NAME', 'ROLE', 'STATE', '2FA', 'LAST SIGN-IN'] as const

/** Users in columns. Names are their owners' words: characters that command a terminal are left out. */
export function usersTable(users: readonly ListedUser[]): string[] {
  const rows = users.map(({ email, name, role, state, twoFactor, lastSignIn }) =>
    [email, name, role, state, twoFactor ? 'on' : 'off', lastSignIn?.slice(0, 16).replace('T', ' ') ?? 'never'].map(plainLine),
  )
  const table = [[...headings], ...rows]
  const widths = headings.map((_, column) => Math.max(...table.map((row) => [...(row[column] ?? '')].length)))
  const padded = (cell: string, width: number) => cell + ' '.repeat(width - [...cell].length)
  return table.map((row) =>
    row
      .map((cell, column) => padded(cell, widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  )
}
