import { fileColumns } from '#platform/domain/file-columns.ts'
import { m } from '../messages/messages.ts'

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

/** Titles in both languages are recognized; those of the model that is downloaded are in the language of the page. */
export const invitationColumns = fileColumns({
  email: [m.email(), 'email mail courriel emailaddress adresseemail adressemail adresse'],
  fullName: [
    m.fullName(),
    'fullname nom nomcomplet name prenomnom nomprenom nometprenom prenometnom contact contactname nomducontact partner ' +
      'partnername affiliatename partenaire nompartenaire nomdupartenaire apporteur nomapporteur nomdelapporteur',
  ],
  company: [m.company(), 'company societe entreprise raisonsociale organization organisation'],
  template: [m.contractTemplate(), 'contracttemplate modele modeledecontrat template contrat contract'],
})
export type InvitationField = (typeof invitationColumns)['fields'][number]
export type InvitationCells = Readonly<Record<InvitationField, string>>

export const requiredInvitationFields: readonly InvitationField[] = ['email', 'fullName']
