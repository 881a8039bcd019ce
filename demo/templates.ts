import type { WrittenBody } from '#contracts/templates/api.ts'
import type { TemplateField } from '#contracts/templates/domain/templates.ts'

const text = (value: string) => ({ type: 'text' as const, text: value })
const field = (name: TemplateField) => ({ type: 'field' as const, field: name, marks: ['bold' as const] })
const heading = (value: string) => ({ type: 'heading' as const, level: 2 as const, content: [text(value)] })
const paragraph = (...content: (ReturnType<typeof text> | ReturnType<typeof field>)[]) => ({
  type: 'paragraph' as const,
  content,
})

const partnership: WrittenBody = [
  paragraph(
    text('Entre '),
    field('provider_name'),
    text(', '),
    field('provider_address'),
    text(', et '),
    field('partner_name'),
    text(', '),
    field('partner_company'),
    text(', il est convenu ce qui suit.'),
  ),
  heading('Article 1 – Objet'),
  paragraph(text('Le partenaire recommande les offres du prestataire et lui présente des clients, sans exclusivité.')),
  heading('Article 2 – Commission'),
  paragraph(
    text(
      'Chaque vente issue d’une recommandation ouvre droit à une commission, au taux du palier du ' +
        'partenaire le jour où le client signe : ',
    ),
    field('tier_name'),
    text(', '),
    field('commission_rate'),
    text(', à ce jour.'),
  ),
  heading('Article 3 – Paiement'),
  paragraph(text('La commission est payée sous 30 jours après l’encaissement du client.')),
  heading('Article 4 – Durée'),
  paragraph(
    text('L’accord est conclu pour un an à compter du '),
    field('date'),
    text(' et se renouvelle par tacite reconduction.'),
  ),
]

const tierReached: WrittenBody = [
  paragraph(
    text('Le présent avenant modifie « '),
    field('amended_title'),
    text(' », signé le '),
    field('amended_date'),
    text(' entre '),
    field('provider_name'),
    text(' et '),
    field('partner_name'),
    text('.'),
  ),
  heading('Nouveau palier'),
  paragraph(
    text('À compter du '),
    field('date'),
    text(', le partenaire relève du palier '),
    field('tier_name'),
    text(' : ses nouvelles commissions sont calculées au taux de '),
    field('commission_rate'),
    text('. Celles qui existent gardent leur taux.'),
  ),
  paragraph(text('Document modifié, SHA-256 : '), field('amended_hash')),
]

export const templates = [
  { kind: 'main' as const, name: 'Contrat de partenariat', title: 'Contrat de partenariat', body: partnership },
  { kind: 'amendment' as const, name: 'Passage de palier', title: 'Avenant de palier', body: tierReached },
]
