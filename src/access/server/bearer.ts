import type { FastifyRequest } from 'fastify'

/** The token of an Authorization header (RFC 6750), which holds API keys; null without one. */
export function bearerOf({ headers }: Pick<FastifyRequest, 'headers'>): string | null {
  return /^bearer +(.*)$/i.exec(headers.authorization ?? '')?.[1]?.trim() ?? null
}
