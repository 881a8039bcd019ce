import type { Settings } from '#access/api/identity.ts'
import { ofCompany, shortName } from '#leads/domain/client-names.ts'
import { type NoticeSections, noticeParagraphs } from '#leads/notices/domain.ts'
import type { Config } from '#platform/server/config.ts'
import type { MailContent } from '#platform/server/mail/mail-content.ts'
import { clientLinkDays } from '../domain.ts'
import { m } from '../messages/messages.ts'
import { questionPage, stopsClientMail } from './client-link-guards.ts'

/** What a mail to a client is about. */
export interface ClientQuestionMail {
  readonly email: string
  /** The client has left their details, and is asked to confirm them. */
  readonly isLeft: boolean
  readonly name: string
  readonly company: string
  readonly partner: string
  /** What clients are told of their data, which the mail says as well; null before the portal has written it. */
  readonly notice: NoticeSections | null
}

/**
 * The mail to a client, with one button. What somebody typed in a public form is not in it: the portal writes nobody's text to an
 * address that anybody may give. Of a lead that was typed it holds names, shortened.
 */
export function clientMail(
  config: Pick<Config, 'publicUrl'>,
  { providerName }: Pick<Settings, 'providerName'>,
  about: ClientQuestionMail,
  token: string,
): MailContent {
  const page = `${config.publicUrl}${questionPage(token)}`
  const [name, company, partner] = [shortName(about.name), shortName(about.company), shortName(about.partner)]
  const content = about.isLeft
    ? {
        subject: m.confirmSubject({ providerName }),
        paragraphs: [m.hello(), m.confirmText({ providerName, partner })],
        button: { label: m.confirm(), url: page },
        closing: m.leftClosing({ days: clientLinkDays }),
      }
    : {
        subject: m.questionSubject({ providerName }),
        paragraphs: [m.helloName({ name }), m.questionText({ partner, providerName, of: ofCompany(company), company })],
        button: { label: m.answer(), url: page },
        closing: m.askedClosing({ partner, days: clientLinkDays }),
      }
  const notice = about.notice && noticeParagraphs(config, about.notice, { partner, isLeft: about.isLeft })
  return {
    kind: 'client_confirmation',
    to: { userId: null, name: about.isLeft ? '' : name, address: about.email },
    ...content,
    ...(notice && { smallPrint: notice.paragraphs, kept: notice.kept }),
    unsubscribe: stopsClientMail(config, token),
  }
}
