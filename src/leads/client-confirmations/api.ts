import * as z from 'zod/mini'
import { linkToken } from '#accounts/auth/api/passwords.ts'
import { type ClientAnswer, clientAnswers, clientWords } from '#leads/leads/domain/leads.ts'
import { event } from '#platform/api/events.ts'
import { route } from '#platform/api/route.ts'
import { anyText, count, idParams, text, time } from '#platform/api/shapes.ts'
import { clientAnswerSubjects } from './domain.ts'
import { m } from './messages/messages.ts'

/** An answer that a client once gave. It stays on the lead; others stand beside it. */
export const givenAnswer = z.object({
  answer: z.enum(clientAnswers),
  at: time,
  /** The address whose mailbox answered. */
  email: z.string(),
  /** The company that the question was about; empty if it is not known. */
  company: z.string(),
  /** The partner named in the question. */
  partner: z.string(),
  /** The other contact that the client named; always empty for partners, who must not learn of each other. */
  name: z.string(),
  about: z.enum(clientAnswerSubjects),
})
export type GivenAnswer = z.infer<typeof givenAnswer>

/** A mail as it would be sent now, but for the link in it, which is the client's alone. */
const shownMail = z.object({
  to: z.string(),
  subject: z.string(),
  text: z.string(),
  /** A hash of this mail: the request to send it repeats it, so that no other text is sent than was shown. */
  digest: z.string(),
})

/** What the client of a lead has said, as its partner and staff see it. */
const clientConfirmation = z.object({
  /** Null: the client was never asked and left nothing. */
  said: z.nullable(
    z.object({
      word: z.enum(clientWords),
      email: z.string(),
      mails: count,
      mailedAt: z.nullable(time),
      expiresAt: z.nullable(time),
      answeredAt: z.nullable(time),
      /** What the client agreed to, word for word; null if they only were asked. */
      consent: z.nullable(z.object({ text: z.string(), at: time })),
      /** What the client wrote when the lead was there already. */
      message: z.string(),
      /** False where the client chose no offer, and the lead has the last one of the list. */
      isOfferChosen: z.boolean(),
    }),
  ),
  /** Every answer so far, newest first. */
  answers: z.array(givenAnswer),
  /** The mail that the client would get; null if the client cannot be asked now. */
  mail: z.nullable(shownMail),
  /** Why the client is not asked now; null where the caller may. */
  obstacle: z.nullable(z.string()),
  can: z.object({ ask: z.boolean() }),
})
export type ClientConfirmation = z.infer<typeof clientConfirmation>

/** What the client reads on the page of a mail. */
const clientQuestion = z.object({
  /** `left`: they left details that they are to confirm; `asked`: the partner brought them. */
  about: z.enum(['left', 'asked']),
  partner: z.string(),
  company: z.string(),
  /** The first answer, which counts. */
  answer: z.nullable(z.enum(clientAnswers)),
  answeredAt: z.nullable(time),
})
export type ClientQuestion = z.infer<typeof clientQuestion>

export const clientAnswerForm = z.strictObject({
  token: linkToken,
  answer: z.enum(clientAnswers),
  /** The contact that a client names who answers `other`. */
  name: z._default(text(0, 100, '', m.nameTooLong), ''),
})

/** Sends the mail that was shown. */
const askForm = z.strictObject({ digest: anyText().check(z.maxLength(64)) })

export const clientConfirmationRoutes = {
  getClientConfirmation: route('GET', '/leads/:id/client-confirmation', {
    summary: 'What the client of a lead has said of it',
    who: 'unlocked',
    ability: 'leads',
    params: idParams,
    returns: clientConfirmation,
  }),
  askClient: route('POST', '/leads/:id/client-confirmation', {
    summary: 'Ask the client of a lead by mail whether the partner has introduced them: two mails at most, a week apart',
    description:
      '`digest` is that of the mail that was shown (GET): another one is not sent. Nobody is asked about a lost lead, a ' +
      'registration that is refused, to be looked at again or merged, or once the client has answered other than with yes.',
    who: 'unlocked',
    ability: 'leads',
    right: 'leads',
    pace: { max: 50, windowSeconds: 86_400 },
    params: idParams,
    body: askForm,
    returns: clientConfirmation,
    refusals: ['lead_restricted', 'client_not_askable', 'client_mail_changed', 'client_not_reachable'],
  }),
  openClientConfirmation: route('POST', '/client-confirmations/open', {
    summary: 'What the client is asked; changes nothing, since scanners of mail open links',
    who: 'anyone',
    transaction: 'own',
    ownership: 'link',
    body: z.strictObject({ token: linkToken }),
    returns: clientQuestion,
    refusals: ['link_invalid'],
  }),
  answerClientConfirmation: route('POST', '/client-confirmations/answer', {
    summary: 'Answer: the first answer counts. `never` ends all such mail to the address, also with a link that has expired',
    who: 'anyone',
    transaction: 'own',
    ownership: 'link',
    body: clientAnswerForm,
    returns: z.object({ question: z.nullable(clientQuestion) }),
    refusals: ['link_invalid'],
  }),
  unsubscribeClient: route('POST', '/client-confirmations/unsubscribe', {
    summary: 'End all such mail to a client’s address in one click of the mail program (RFC 8058)',
    who: 'anyone',
    transaction: 'own',
    ownership: 'link',
    query: z.strictObject({ token: linkToken }),
    accepts: 'form',
    refusals: ['link_invalid'],
  }),
  openUnsubscribeClient: route('GET', '/client-confirmations/unsubscribe', {
    summary: 'The same link opened in a browser: it leads to the page on which such mail is ended, and changes nothing',
    who: 'anyone',
    transaction: 'none',
    ownership: 'public',
    query: z.object({ token: z.optional(z.string()) }),
    answer: 'redirect',
  }),
}

export const clientConfirmationEvents = {
  'lead.client_asked': event<null, { readonly confirmationId: string }>('lead'),
  'lead.client_answered': event<null, { readonly confirmationId: string; readonly answer: ClientAnswer }>('lead'),
}
