import type { OwnCall } from '#platform/server/http/bind.ts'
import { countingWrong } from '#platform/server/http/limits/rate-limits.ts'
import { openLink } from '#platform/server/secrets/links.ts'
import { linkLimits } from './limits.ts'
import { type PersonalLink, personOfLink } from './queries.ts'
import { recordingRefusal } from './refusal-events.ts'

/** Resolves a link; a refused one is recorded with its person, if known. */
export function throughLink<T>(
  call: OwnCall & { readonly body: { readonly token: string } },
  kind: PersonalLink,
  open: (id: string) => Promise<T>,
): Promise<T> {
  const { portal, request, body } = call
  return recordingRefusal(
    call,
    () => personOfLink(portal, kind, body.token),
    () => countingWrong(portal, linkLimits(request.ip), async () => open(openLink(portal.config, kind, body.token))),
  )
}
