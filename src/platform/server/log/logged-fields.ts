import { words } from '#access/domain/personal-data.ts'

/**
 * The fields that a line of the log may have: others are left out, since they could be about a person. None of these is a name
 * or a mailbox; `address` is that of a machine whose calls were refused. The log is the operator's, who keeps it twelve months at
 * most.
 */
const loggedFields: ReadonlySet<string> = new Set(
  words(`
    err req res reqId route method status ms code repeated refused alsoRefused kind userId viewerId address origin
    publicUrl job data attempt attempts mailId reason reply warning made changed version schema database dataDir place unreadable
    path folder file bytes seconds migration number of spans dropped count lists erasure unlisted until
  `),
)

export const isLogged = (field: string): boolean => loggedFields.has(field)

/** What a line has of the fields that it was given. */
export const listedFields = (line: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(line).filter(([name]) => isLogged(name)))
