import type { SessionMethod } from '#domain/session-methods.ts'

/** A field of the library's sessions that no request can set. */
export const sessionMethodField = { method: { type: 'string', required: false, input: false } } as const

const methodOfPath: Readonly<Record<string, SessionMethod>> = {
  '/sign-in/email': 'password',
  '/two-factor/verify-totp': 'password_totp',
  '/two-factor/verify-backup-code': 'password_recovery',
}

/** The library's call that opens a session; `session` is the one that is replaced, as by a changed password. */
interface Opening {
  readonly path: string
  readonly context: { readonly session: { readonly session: Record<string, unknown> } | null }
}

/** Notes how each new session was opened. One that replaces another keeps its method. */
export const sessionMethodHooks = {
  session: {
    create: {
      before: async (_session: unknown, opening: Opening | null) => {
        const method = opening && (methodOfPath[opening.path] ?? opening.context.session?.session.method)
        return { data: { method: method ?? null } }
      },
    },
  },
}
