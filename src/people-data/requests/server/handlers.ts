import { system } from '#access/domain/actor.ts'
import { staff } from '#access/domain/audience.ts'
import { personOf } from '#access/server/acting.ts'
import { requireIdentity } from '#accounts/auth/server/guards.ts'
import { clientListHolds } from '#leads/refused-contacts/server/guards.ts'
import { daysOfPlans } from '#people-data/erasures/server/queries.ts'
import { tableLabel } from '#people-data/register/domain/table-labels.ts'
import { mailboxOf } from '#platform/domain/mail-domains.ts'
import { Refusal } from '#platform/domain/refusal.ts'
import { asSystem } from '#platform/server/http/as-system.ts'
import { type Call, type Handlers, type OwnCall, slice } from '#platform/server/http/bind.ts'
import { addressBlock } from '#platform/server/http/limits/address-block.ts'
import { countAttempt, countOne, reachedUntil } from '#platform/server/http/limits/rate-limits.ts'
import { newestPage, pageBounds } from '#platform/server/http/lists/cursor.ts'
import { sign, verify } from '#platform/server/secrets/hmac.ts'
import { deadLink, openLink } from '#platform/server/secrets/links.ts'
import { type TransactionContext, withTransaction } from '#platform/server/transaction.ts'
import { requestRoutes } from '../api/requests.ts'
import { m } from '../messages/messages.ts'
import { personArchive } from './archive.ts'
import * as commands from './commands.ts'
import { requestEventHandlers } from './event-handlers.ts'
import { itemsOf, shownRows } from './found-items.ts'
import { findMember, findRequester } from './person-queries.ts'
import { requestData } from './personal-data.ts'
import { presentOwnRequest, presentRequest } from './present.ts'
import { erasuresFor, findFile, findRequest, listRequests, readChoices } from './queries.ts'

const day = 86_400
const hour = 3600

/** A person asks once or twice; many behind one address are told to wait, or to write. */
const askLimits = (address: string) => [
  { key: `request about data from ${address}`, max: 10, windowSeconds: 900, words: m.askedTooOften },
  { key: 'request about data', max: 300, windowSeconds: hour, words: m.askedTooOften },
]
/** So many mails a day go to a mailbox, whoever names it; what is more is answered alike and sends none. */
const maxMailsADay = 3
const linkLimits = (address: string) => [{ key: `request link from ${addressBlock(address)}`, max: 60, windowSeconds: 900 }]
const ticketMs = 600_000
const ownDataLimit = (userId: string) => ({
  key: `own data of ${userId}`,
  max: 1,
  windowSeconds: day,
  words: m.ownDataOnceADay,
})

/** Reads one's own request by the mailed link, in a transaction of the system. */
async function withOwnRequest<T>(
  { portal, request }: OwnCall,
  token: string,
  run: (context: TransactionContext, id: string) => Promise<T>,
): Promise<T> {
  await countAttempt(portal, linkLimits(request.ip))
  const id = openLink(portal.config, 'people-request', token)
  return withTransaction(portal, system, (context) => run(context, id), { requestId: request.id })
}

async function seen({ tx }: Pick<TransactionContext, 'tx'>, id: string) {
  const row = await findRequest(tx, id)
  if (!row) throw new Refusal('not_found', m.noSuchRequest())
  return row
}
const requestNow = async (call: Pick<Call, 'tx' | 'now'>, id: string) => presentRequest(await seen(call, id), call.now)

/** What was found about whoever made a request. */
async function findFor({ portal }: Pick<OwnCall, 'portal'>, { tx }: TransactionContext, id: string) {
  const [row, choices] = [await seen({ tx }, id), await readChoices(tx, id)]
  const person = await findRequester(tx, portal, row, choices)
  const rows = shownRows(portal.personalData, person.rows, { isOwn: false })
  return { row, choices, person, rows, items: [...person.candidates, ...itemsOf(rows, choices)] }
}

const ownTicket = (secret: string, subject: string) => `${subject}.${sign(secret, 'own-data', subject)}`

/** Refuses `link_invalid` for a ticket that is somebody else's, or over. */
function checkTicket({ portal, actor }: OwnCall, ticket: string): string {
  const { userId } = personOf({ actor })
  const [id = '', until = '', signature = ''] = ticket.split('.')
  const isGood = id === userId && verify(portal.config.secret, 'own-data', `${id}.${until}`, signature)
  if (!isGood || Number(until) < portal.clock.now().getTime()) throw deadLink()
  return userId
}

const requestHandlers: Handlers<typeof requestRoutes> = {
  askAboutData: async ({ portal, request, body }) => {
    await countAttempt(portal, askLimits(addressBlock(request.ip)))
    // A program filled in the hidden field: it gets the usual answer, and nothing is stored.
    if (body.site !== '') return
    const { count } = await countOne(portal, `request mail to ${mailboxOf(body.email)}`, day)
    if (count > maxMailsADay) return
    await withTransaction(portal, system, (context) => commands.ask(context, body), { requestId: request.id })
  },
  openRequest: (call) =>
    withOwnRequest(call, call.body.token, async (context, id) =>
      presentOwnRequest(await commands.findOwnRequest(context, id), context.now),
    ),
  proveRequest: (call) =>
    withOwnRequest(call, call.body.token, async (context, id) => {
      await commands.prove(context, id)
      return presentOwnRequest(await commands.findOwnRequest(context, id), context.now)
    }),
  ownArchive: async (call) => {
    const found = await withOwnRequest(call, call.query.token, async (context, id) => {
      const row = await commands.findOwnRequest(context, id)
      if (!row.open_until || row.open_until < context.now) throw new Refusal('request_not_answered', m.noArchiveNow())
      await context.recordEvent({
        name: 'people_request.archive_read',
        subjectId: null,
        audience: staff,
        after: { requestId: id },
      })
      return findFor(call, context, id)
    })
    return personArchive(call.portal, { ...found.person, choices: found.choices, isOwn: false })
  },
  listRequests: async (call) => {
    const page = pageBounds(call.query)
    const rows = await listRequests(call.tx, { ...page, state: call.query.state })
    return newestPage(rows, page.limit, (row) => presentRequest(row, call.now))
  },
  getRequest: (call) =>
    asSystem(call, async (context) => {
      const { row, person, rows, items } = await findFor(call, context, call.params.id)
      const byTable = [...Map.groupBy(rows, ({ table }) => tableLabel(table))]
      const tables = byTable.map(([table, each]) => ({ table, rows: each.length }))
      const erasures = await erasuresFor(context.tx, {
        requestId: row.id,
        leadIds: [...(person.rows.get('leads')?.keys() ?? [])],
        deleted: person.deleted,
        now: context.now,
      })
      const erasable = row.wish === 'forget' ? erasures.erasable : []
      const erasureDays = await daysOfPlans(context.tx)
      const found = { tables, phones: [...person.phones], items, ...erasures, erasable, erasureDays }
      return { request: presentRequest(row, context.now), found }
    }),
  enterRequest: async (call) => requestNow(call, await commands.enterRequest(call, call.body)),
  extendRequest: async (call) => {
    await commands.extendRequest(call, call.params.id, call.body.reason)
    return requestNow(call, call.params.id)
  },
  chooseItems: (call) =>
    asSystem(call, async (context) => {
      const { id } = call.params
      await commands.chooseItems(context, { ...call.body, id, known: (await findFor(call, context, id)).items })
    }),
  foundFile: (call) =>
    asSystem(call, async (context) => {
      const { id, fileId } = call.params
      const { items } = await findFor(call, context, id)
      const file = items.some((item) => item.fileId === fileId) && (await findFile(context.tx, fileId))
      if (!file) throw new Refusal('not_found', m.noSuchItem())
      const after = { requestId: id, fileId }
      await context.recordEvent({ name: 'people_request.file_read', subjectId: null, audience: staff, after })
      return { file, inline: true, cache: 'private, no-store' }
    }),
  answerRequest: (call) =>
    asSystem(call, async (context) => {
      const { id } = call.params
      const { items } = await findFor(call, context, id)
      const unread = items.filter(({ shown }) => shown === null).length
      await commands.answerRequest(context, call.portal.config, { ...call.body, id, unread })
      return requestNow(context, id)
    }),
  allowContact: (call) =>
    asSystem(call, async (context) => {
      await commands.allowAgain(context, call.portal.config, { id: call.params.id, phones: call.body.phones })
      return requestNow(context, call.params.id)
    }),
  requestArchive: async (call) => {
    const found = await asSystem(call, (context) => findFor(call, context, call.params.id))
    return personArchive(call.portal, { ...found.person, choices: found.choices, isOwn: false })
  },
  readClientList: async ({ tx }) => ({ holds: await clientListHolds(tx) }),
  acceptVoidList: (call) => asSystem(call, commands.acceptVoidList),
  ownDataPace: async ({ portal, actor }) => {
    const nextAt = await reachedUntil(portal, ownDataLimit(personOf({ actor }).userId))
    return { nextAt: nextAt?.toISOString() ?? null }
  },
  proveForOwnData: async (call) => {
    const { portal, actor, body } = call
    const { userId } = personOf({ actor })
    await requireIdentity(call, body, m.toReadOwnData())
    await countAttempt(portal, [ownDataLimit(userId)])
    const until = portal.clock.now().getTime() + ticketMs
    return { ticket: ownTicket(portal.config.secret, `${userId}.${until}`) }
  },
  ownData: async (call) => {
    const userId = checkTicket(call, call.query.ticket)
    const found = await asSystem(call, async (context) => {
      const { email, name } = await context.tx
        .selectFrom('profiles')
        .select(['email', 'full_name as name'])
        .where('user_id', '=', userId)
        .executeTakeFirstOrThrow()
      await context.recordEvent({ name: 'own_data.read', subjectId: userId, audience: staff })
      return findMember(context.tx, call.portal, { userId, email, name })
    })
    return personArchive(call.portal, { ...found, choices: new Map(), isOwn: true })
  },
}

export const requestSlice = slice({
  routes: requestRoutes,
  handlers: requestHandlers,
  mails: requestEventHandlers,
  personalData: requestData,
})
