import { fileColumns } from '#platform/domain/file-columns.ts'

/** Rows of one file of invitations. */
export const maxInvitationRows = 1000
/** Rows per request: progress is visible, and the import can be stopped between two. */
export const invitationBatch = 50

/**
 * What became of a row: `known` has an account or an invitation already, `repeated` stands in the file before; both are left
 * out, so that a file can be sent again.
 */
export const invitationOutcomes = ['ready', 'invited', 'known', 'repeated', 'refused'] as const
export type InvitationOutcome = (typeof invitationOutcomes)[number]

export const invitationColumns = fileColumns({
  email: ['Email', 'mail courriel emailaddress adresseemail adressemail adresse'],
  fullName: ['Full name', 'nom nomcomplet name prenomnom nometprenom contact partner partenaire apporteur'],
  company: ['Company', 'societe entreprise raisonsociale organization organisation'],
  template: ['Contract template', 'modele modeledecontrat template contrat contract'],
})
export type InvitationField = (typeof invitationColumns)['fields'][number]
export type InvitationCells = Readonly<Record<InvitationField, string>>

export const requiredInvitationFields: readonly InvitationField[] = ['email', 'fullName']
