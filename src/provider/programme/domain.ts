/** The provider’s identity as events tell it. */
export interface ToldIdentity {
  readonly providerName: string
  readonly tagline: string
  readonly accentColour: string
  readonly address: string
  readonly contactEmail: string
  readonly logoFileId: string | null
}
