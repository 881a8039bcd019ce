/** Why no test mail can arrive: the portal has no mail server. */
export const noMailServer =
  'No mail server is set: mail is only written to files in the data directory, and reaches nobody. ' +
  'Set SMTP_URL, start the portal again and send the test.'

/** What a new portal is set up with, in this order: the identity stands in the certificate, which is made with the first seal. */
export const setupSteps = ['identity', 'mail', 'tiers', 'template', 'invitation'] as const
export type SetupStep = (typeof setupSteps)[number]

export const setupLabels: Readonly<Record<SetupStep, { readonly title: string; readonly why: string; readonly action: string }>> =
  {
    identity: {
      title: 'Say who you are',
      why: 'Name, address and contact stand on every page, in mails, and in the certificate that seals your first contract',
      action: 'Who we are',
    },
    mail: {
      title: 'Send yourself a test mail',
      why: 'Invitations and codes go by mail: see now whether it arrives',
      action: 'Send me a test',
    },
    tiers: { title: 'Look at the tiers', why: 'Names, thresholds and rates apply from the first commission on', action: 'Tiers' },
    template: {
      title: 'Write a contract template',
      why: 'Or assign a PDF of your own: partners see their leads once it is signed',
      action: 'Contracts',
    },
    invitation: { title: 'Invite your first partner', why: 'They get a link by e-mail', action: 'Invite' },
  }
