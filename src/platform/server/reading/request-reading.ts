import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Actor, sideOf } from '#access/domain/actor.ts'
import { visitorPaths } from '#access/domain/visitor-paths.ts'
import type { Reader, Session } from '#access/server/session.ts'
import { type Language, languageNamed, type Reading, readingIn, writtenLanguages } from '#platform/domain/languages.ts'
import type { Portal } from '#platform/server/portal.ts'

/** Holds the language that somebody chose before they signed in. */
const languageCookie = 'passerelle_language'

const yearSeconds = 31_536_000

/** The language that this browser has chosen; null for none. */
export const chosenLanguage = (request: FastifyRequest): Language | null => languageNamed(request.cookies?.[languageCookie])

/** Lets the browser keep the language, or forget it. */
export function keepLanguage({ config }: Pick<Portal, 'config'>, reply: FastifyReply, language: Language | null): void {
  const options = { path: '/', sameSite: 'lax', secure: config.publicUrl.startsWith('https:'), httpOnly: true } as const
  if (language) reply.setCookie(languageCookie, language, { ...options, maxAge: yearSeconds })
  else reply.clearCookie(languageCookie, options)
}

/** The written language that a browser or program prefers (RFC 9110, section 12.5.4); null if it names none of ours. */
export function acceptedLanguage(header: string | undefined): Language | null {
  const ranges = (header ?? '').split(',').map((range) => {
    const [name = '', ...parameters] = range.trim().toLowerCase().split(';')
    const quality = parameters.map((each) => /^\s*q=([\d.]+)\s*$/.exec(each)?.[1]).find(Boolean)
    return { language: name.split('-')[0], quality: quality === undefined ? 1 : Number(quality) }
  })
  const wanted = ranges.filter(({ quality }) => quality > 0).toSorted((one, other) => other.quality - one.quality)
  return wanted.map(({ language }) => writtenLanguages.find((each) => each === language)).find(Boolean) ?? null
}

/**
 * How somebody without an account reads: as they chose, else as their browser prefers. A portal in the specification's words is
 * read in them by everybody who has not chosen.
 */
export function guestReading(request: FastifyRequest, portalLanguage: Language): Reading {
  const chosen = chosenLanguage(request)
  if (chosen || portalLanguage === 'specified') return readingIn(chosen ?? portalLanguage, 'fr')
  return readingIn(acceptedLanguage(request.headers['accept-language']) ?? portalLanguage, 'fr')
}

/** How a caller reads: a person in their language, an API key as it asks for. */
export function callerReading(actor: Actor, session: Session | null, request: FastifyRequest): Reading {
  const side = sideOf(actor.kind === 'admin' ? 'admin' : undefined)
  return readingIn(session ? session.language : (acceptedLanguage(request.headers['accept-language']) ?? 'specified'), side)
}

/** How a page is read. A link may say so by `?lang=`, which the browser keeps until another language is chosen. */
export async function pageReading(
  { config, portalLanguage }: Pick<Portal, 'config' | 'portalLanguage'>,
  request: FastifyRequest,
  reply: FastifyReply,
  signedIn: Reader | null,
): Promise<Reading> {
  const { pathname, searchParams } = new URL(request.url, config.publicUrl)
  const asked = languageNamed(searchParams.get('lang'))
  if (asked && !signedIn) keepLanguage({ config }, reply, asked)
  if (signedIn) return readingIn(signedIn.language, sideOf(signedIn.role))
  if (asked) return readingIn(asked, 'fr')
  // The first page of all, where the language of the portal is chosen, is in the browser's.
  const accepted = acceptedLanguage(request.headers['accept-language'])
  if (pathname === visitorPaths.setup && accepted && !chosenLanguage(request)) return readingIn(accepted, 'fr')
  return guestReading(request, await portalLanguage.get().catch(() => portalLanguage.known))
}
