/** The reasons why changes and secrets are refused during a view of the portal as a partner. */
export const viewRefusals = {
  change: 'You are looking at the portal as this partner: nothing can be changed. Leave the view first.',
  secret: 'This is not shown while you look at the portal as a partner: it belongs to their account.',
} as const
