import type { FastifyRequest } from 'fastify'

/** What follows `Bearer` in Authorization (RFC 6750), where API keys stand; null without it. */
export function bearerOf({ headers }: Pick<FastifyRequest, 'headers'>): string | null {
  return /^bearer +(.*)$/i.exec(headers.authorization ?? '')?.[1]?.trim() ?? null
}
