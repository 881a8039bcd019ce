import type { Settings } from '#platform/api/identity.ts'
import { visitorPaths } from '#platform/domain/visitor-paths.ts'
import type { Config } from '#platform/server/config.ts'
import type { Email } from '#platform/server/mail/email.ts'
import { clientLinkDays } from '../domain.ts'

/** What a mail to a client is about. */
export interface ClientQuestionMail {
  readonly email: string
  /** The client has left their details, and is asked to confirm them. */
  readonly isLeft: boolean
  readonly name: string
  readonly company: string
  readonly partner: string
}

/** Names are cut here: a longer one could smuggle a message into a mail of the provider. */
const maxName = 60
const short = (name: string) => (name.length > maxName ? `${name.slice(0, maxName).trimEnd()}…` : name)

/**
 * The mail to a client, with one button. What somebody typed in a public form is not in it: the portal writes nobody's text to an
 * address that anybody may give. Of a lead that was typed it holds names, shortened.
 */
export function clientEmail(
  config: Pick<Config, 'publicUrl'>,
  { providerName }: Pick<Settings, 'providerName'>,
  about: ClientQuestionMail,
  token: string,
): Email {
  const page = `${config.publicUrl}${visitorPaths.confirmation}?token=${token}`
  const [name, company, partner] = [short(about.name), short(about.company), short(about.partner)]
  const content = about.isLeft
    ? {
        subject: `Confirmez vos coordonnées : ${providerName}`,
        paragraphs: [
          'Bonjour,',
          `Vos coordonnées ont été laissées à ${providerName} par le lien de ${partner}. Confirmez que c’était bien vous.`,
        ],
        button: { label: 'Confirmer', url: page },
        closing: 'Si ce n’était pas vous, dites-le sur la même page : nous ne vous contacterons pas.',
      }
    : {
        subject: `Qui vous a présenté ${providerName} ?`,
        paragraphs: [
          `Bonjour ${name},`,
          `${partner} indique vous avoir présenté ${providerName} pour ${company}. Est-ce exact ?`,
        ],
        button: { label: 'Répondre', url: page },
        closing:
          `Vous recevez ce message parce que ${partner} nous a communiqué votre adresse. ` +
          'Sans réponse de votre part, rien ne change.',
      }
  return {
    kind: 'client_confirmation',
    to: { userId: null, name: about.isLeft ? '' : name, address: about.email },
    ...content,
    closing: `${content.closing} Ce lien fonctionne ${clientLinkDays} jours.`,
    unsubscribe: { page, oneClick: `${config.publicUrl}/api/client-confirmations/unsubscribe?token=${token}` },
  }
}
