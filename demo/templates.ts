import type { WrittenBody } from '#contracts/templates/api.ts'
import { shippedMainContract } from '#contracts/templates/domain/main-contract-template.ts'
import type { TemplateField } from '#contracts/templates/domain/templates.ts'

const text = (value: string) => ({ type: 'text' as const, text: value })
const field = (name: TemplateField) => ({ type: 'field' as const, field: name, marks: ['bold' as const] })
const heading = (value: string) => ({ type: 'heading' as const, level: 2 as const, content: [text(value)] })
const paragraph = (...content: (ReturnType<typeof text> | ReturnType<typeof field>)[]) => ({
  type: 'paragraph' as const,
  content,
})

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
  {
    kind: 'main' as const,
    ...shippedMainContract,
    name: 'Contrat de partenariat',
    body: shippedMainContract.body as WrittenBody,
  },
  { kind: 'amendment' as const, name: 'Passage de palier', title: 'Avenant de palier', body: tierReached },
]
