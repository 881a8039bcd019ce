import { texts } from '#platform/domain/languages.ts'
import { m } from './messages/messages.ts'

/** What a new portal is set up with, in this order: the identity stands in the certificate, which is made with the first seal. */
export const setupSteps = ['identity', 'mail', 'tiers', 'template', 'invitation'] as const
export type SetupStep = (typeof setupSteps)[number]

/** Stored in the place of what a mail server says, where there is none. */
export const noMailServer = 'no_mail_server'

/** Why a test mail was not sent, for whoever reads it: a mail server's own words stay as they are. */
export const mailErrorText = (error: string) => (error === noMailServer ? m.noMailServer() : error)

export const setupLabels: Readonly<Record<SetupStep, { readonly title: string; readonly why: string; readonly action: string }>> =
  {
    identity: texts({
      title: m.identity,
      why: m.identityWhy,
      action: m.whoWeAre,
    }),
    mail: texts({
      title: m.mail,
      why: m.mailWhy,
      action: m.sendMeATest,
    }),
    tiers: texts({ title: m.lookAtTiers, why: m.tiersWhy, action: m.tiers }),
    template: texts({
      title: m.template,
      why: m.templateWhy,
      action: m.contracts,
    }),
    invitation: texts({ title: m.invitation, why: m.invitationWhy, action: m.invite }),
  }
