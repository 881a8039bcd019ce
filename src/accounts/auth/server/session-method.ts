import type { SessionMethod } from '#platform/domain/session-methods.ts'

/** Additional session field that requests cannot set. */
export const sessionMethodField = { method: { type: 'string', required: false, input: false } } as const

const methodOfPath: Readonly<Record<string, SessionMethod>> = {
  '/sign-in/email': 'password',
  '/two-factor/verify-totp': 'password_totp',
  '/two-factor/verify-backup-code': 'password_recovery',
}

/** Hook context of the library; `session` is the one being replaced, for example after a password change. */
interface Opening {
  readonly path: string
  readonly context: { readonly session: { readonly session: Record<string, unknown> } | null }
}

/** Stores the authentication method of new sessions; a replacing session inherits it. */
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
