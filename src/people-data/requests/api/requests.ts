import * as z from 'zod/mini'
import { linkToken } from '#accounts/auth/api/passwords.ts'
import { proof, proofRefusals } from '#accounts/auth/api/proof.ts'
import { event } from '#platform/api/events.ts'
import { list, pageOf } from '#platform/api/list.ts'
import { route } from '#platform/api/route.ts'
import {
  emailAddress,
  id,
  idParams,
  lines,
  optionalLines,
  optionalText,
  page,
  personName,
  text,
  time,
} from '#platform/api/shapes.ts'
import type { Language } from '#platform/domain/languages.ts'
import { enteredChannels, requestChannels, requestOutcomes, wishes } from '../domain.ts'
import { m } from '../messages/messages.ts'
import { foundData } from './found-data.ts'

const wish = z.enum(wishes)

/** What somebody fills in who asks about their data. */
export const askForm = z.strictObject({
  email: emailAddress(),
  wish,
  message: optionalLines(2000),
  /** Nobody sees this field; programs fill it in. */
  site: z._default(z.string(), ''),
})

const tokenForm = z.strictObject({ token: linkToken })

/** What the person reads of their own request. */
const ownRequest = z.object({
  wish,
  email: z.string(),
  receivedAt: time,
  dueAt: time,
  isProved: z.boolean(),
  extension: z.nullable(z.object({ at: time, reason: z.string() })),
  answer: z.nullable(z.object({ at: time, outcome: z.enum(requestOutcomes), report: z.string() })),
  /** Whether the contact is on the list of those whom nobody registers. */
  isRefused: z.boolean(),
  /** Until when the archive may be fetched; null without one. */
  archiveUntil: z.nullable(time),
})
export type OwnRequest = z.infer<typeof ownRequest>

const peopleRequest = z.object({
  id,
  wish,
  channel: z.enum(requestChannels),
  email: z.string(),
  name: z.string(),
  phone: z.string(),
  message: z.string(),
  recognised: z.string(),
  receivedAt: time,
  dueAt: time,
  extension: z.nullable(z.object({ at: time, reason: z.string() })),
  answer: z.nullable(z.object({ at: time, by: z.nullable(personName), outcome: z.enum(requestOutcomes), report: z.string() })),
  isRefused: z.boolean(),
  can: z.object({ extend: z.boolean(), answer: z.boolean() }),
})
export type PeopleRequest = z.infer<typeof peopleRequest>

export const requestList = list({ filters: { state: z.optional(z.enum(['open', 'answered'])) } })

export const enterForm = z.strictObject({
  wish,
  channel: z.enum(enteredChannels),
  email: z.union([z.literal(''), emailAddress()]),
  name: text(2, 200, m.nameMissing),
  phone: optionalText(50),
  message: optionalLines(2000),
  /** The day when it came in: the clock begins then. */
  receivedOn: z.iso.date(),
  recognised: lines(5, 500, m.recognisedMissing),
})
export const extendForm = z.strictObject({ reason: lines(5, 500, m.reasonMissing) })
export const answerForm = z.strictObject({
  outcome: z.enum(requestOutcomes),
  report: lines(10, 5000, m.reportMissing),
  /** Refuses the mailbox, and these telephones, in every lead and every mail to clients from now on. */
  refuse: z._default(z.boolean(), false),
  phones: z._default(z.array(text(0, 50, '')).check(z.maxLength(20)), []),
})
export const choicesForm = z.strictObject({
  choices: z
    .array(z.strictObject({ item: z.string().check(z.maxLength(300)), shown: z.boolean(), reason: lines(0, 500, '') }))
    .check(z.minLength(1), z.maxLength(500)),
})

export const requestRoutes = {
  askAboutData: route('POST', '/privacy/requests', {
    summary: 'Ask about one’s data; the answer is the same whether or not the address is known',
    description: 'A mailed link proves the mailbox; the month in which staff answer counts from now on.',
    who: 'anyone',
    transaction: 'own',
    ownership: 'public',
    body: askForm,
    status: 202,
  }),
  openRequest: route('POST', '/privacy/requests/open', {
    summary: 'One’s own request, by the mailed link; changes nothing, since scanners of mail open links',
    who: 'anyone',
    transaction: 'own',
    ownership: 'link',
    body: tokenForm,
    returns: ownRequest,
    refusals: ['link_invalid'],
  }),
  proveRequest: route('POST', '/privacy/requests/prove', {
    summary: 'Confirm that one has asked: whoever has the link reads the mailbox',
    who: 'anyone',
    transaction: 'own',
    ownership: 'link',
    body: tokenForm,
    returns: ownRequest,
    refusals: ['link_invalid'],
  }),
  ownArchive: route('GET', '/privacy/requests/archive', {
    summary: 'One’s own archive as a ZIP, once staff have answered',
    who: 'anyone',
    transaction: 'own',
    ownership: 'link',
    query: tokenForm,
    answer: 'zip',
    heavy: true,
    refusals: ['link_invalid', 'request_not_answered'],
  }),
  listRequests: route('GET', '/people-data/requests', {
    summary: 'What people ask about their data, newest first',
    who: 'admin',
    right: 'people',
    query: pageOf(requestList),
    returns: page(peopleRequest),
  }),
  getRequest: route('GET', '/people-data/requests/:id', {
    summary: 'A request with what was found about the person',
    who: 'admin',
    right: 'people',
    transaction: 'own',
    ownership: 'staff',
    params: idParams,
    returns: z.object({ request: peopleRequest, found: foundData }),
    heavy: true,
  }),
  enterRequest: route('POST', '/people-data/requests', {
    summary: 'Enter a request that came by mail, letter or telephone, with how the person was recognised',
    who: 'admin',
    right: 'people',
    body: enterForm,
    returns: peopleRequest,
    status: 201,
    refusals: ['received_in_future', 'invalid_input'],
  }),
  extendRequest: route('POST', '/people-data/requests/:id/extend', {
    summary: 'Take two months more, and tell the person why: within the first month alone',
    who: 'admin',
    right: 'people',
    params: idParams,
    body: extendForm,
    returns: peopleRequest,
    refusals: ['extension_impossible'],
  }),
  chooseItems: route('PUT', '/people-data/requests/:id/choices', {
    summary: 'Decide which texts, files and candidates the archive shows, with a reason for what it does not',
    who: 'admin',
    right: 'people',
    transaction: 'own',
    ownership: 'staff',
    params: idParams,
    body: choicesForm,
    refusals: ['request_answered', 'reason_missing', 'not_found'],
  }),
  foundFile: route('GET', '/people-data/requests/:id/files/:fileId', {
    summary: 'A file that was found about the person, for whoever decides whether the archive has it',
    who: 'admin',
    right: 'people',
    transaction: 'own',
    ownership: 'staff',
    params: z.strictObject({ id, fileId: id }),
    answer: 'file',
    refusals: ['not_found'],
  }),
  answerRequest: route('POST', '/people-data/requests/:id/answer', {
    summary: 'Answer a request with a report, which is mailed; of one to read, the person may fetch the archive then',
    who: 'admin',
    right: 'people',
    transaction: 'own',
    ownership: 'staff',
    params: idParams,
    body: answerForm,
    returns: peopleRequest,
    refusals: ['request_answered', 'texts_unread', 'person_not_erased'],
  }),
  allowContact: route('POST', '/people-data/requests/:id/allow', {
    summary: 'Let a contact be registered and mailed again that was refused by this request',
    who: 'admin',
    right: 'people',
    transaction: 'own',
    ownership: 'staff',
    params: idParams,
    body: z.strictObject({ phones: z._default(z.array(text(0, 50, '')).check(z.maxLength(20)), []) }),
    returns: peopleRequest,
  }),
  requestArchive: route('GET', '/people-data/requests/:id/archive', {
    summary: 'The archive as the person gets it, for whoever is answered by letter',
    who: 'admin',
    right: 'people',
    transaction: 'own',
    ownership: 'staff',
    params: idParams,
    answer: 'zip',
    heavy: true,
  }),
  readClientList: route('GET', '/people-data/client-list', {
    summary: 'Whether the list of who wants no mail holds: another secret makes it void',
    who: 'admin',
    right: 'people',
    returns: z.object({ holds: z.boolean() }),
  }),
  acceptVoidList: route('POST', '/people-data/client-list/accept', {
    summary: 'Mail clients again although nobody knows any more who of before wants none',
    who: 'admin',
    right: 'people',
    transaction: 'own',
    ownership: 'staff',
  }),
  ownDataPace: route('GET', '/me/data/pace', {
    summary: 'From when on one may download one’s data again; null if now',
    who: 'member',
    transaction: 'own',
    ownership: 'account',
    returns: z.object({ nextAt: z.nullable(time) }),
  }),
  proveForOwnData: route('POST', '/me/data', {
    summary: 'A ticket for all that the portal has about one: after a proof, once a day; it is good for ten minutes',
    who: 'member',
    transaction: 'own',
    ownership: 'account',
    body: z.strictObject(proof),
    returns: z.object({ ticket: z.string() }),
    unkeyed: 'secretAnswer',
    refusals: proofRefusals,
  }),
  ownData: route('GET', '/me/data', {
    summary: 'All that the portal has about one, as a ZIP',
    who: 'member',
    transaction: 'own',
    ownership: 'account',
    query: z.strictObject({ ticket: linkToken }),
    answer: 'zip',
    heavy: true,
    duringView: 'refused',
    refusals: ['link_invalid'],
  }),
}

export const requestEvents = {
  /** In the language of the page, in which the person is written to. */
  'people_request.asked': event<null, { readonly requestId: string; readonly language?: Language }>(null, { isUrgent: true }),
  'people_request.proved': event<null, { readonly requestId: string }>(null),
  'people_request.entered': event<null, { readonly requestId: string }>(null),
  'people_request.extended': event<null, { readonly requestId: string }>(null),
  'people_request.answered': event<null, { readonly requestId: string; readonly refused: boolean }>(null),
  'people_request.allowed': event<null, { readonly requestId: string }>(null),
  'people_request.archive_read': event<null, { readonly requestId: string }>(null),
  'people_request.file_read': event<null, { readonly requestId: string; readonly fileId: string }>(null),
  'client_list.accepted': event(null),
  'own_data.read': event('person'),
}
