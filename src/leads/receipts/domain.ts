import { canonicalJson, type Json } from '#operations/journal/domain.ts'

/** What a receipt vouches for: the registration as it was submitted. */
export type RegisteredLead = {
  /** 'REF-2026-000123' */
  readonly number: string
  readonly leadId: string
  readonly partnerId: string
  /** ISO 8601 in UTC with six digits of a second. */
  readonly submittedAt: string
  /** The lead's fields as its first event recorded them. */
  readonly lead: Json
}

/** The text whose SHA-256 is printed; it is attached to the PDF, byte for byte. */
export function registeredLeadText({ number, leadId, partnerId, submittedAt, lead }: RegisteredLead): string {
  return canonicalJson({ number, leadId, partnerId, submittedAt, lead })
}

/** Name of that attachment. */
export const registeredLeadFile = 'enregistrement.json'

/** The content of a receipt, as it is printed and kept. */
export interface LeadReceipt {
  readonly reference: string
  readonly number: string
  /** '2026-11-22', when it was made. */
  readonly issueDate: string
  readonly provider: { readonly name: string; readonly address: string; readonly email: string }
  readonly partner: { readonly name: string; readonly company: string }
  readonly company: string
  readonly contact: string
  /** '22/11/2026 à 18:50:12 (Europe/Paris)' and '2026-11-22T17:50:12Z'. */
  readonly submitted: string
  readonly submittedUtc: string
  /** `registeredLeadText`, and its SHA-256 in hexadecimal. */
  readonly record: string
  readonly recordSha256: string
  readonly journal: { readonly seq: number; readonly hash: string; readonly chainedAt: string }
  readonly verifyUrl: string
}

/** The rule as it is printed, and as docs/leads.md has it: a receipt is a French document, whoever reads it. */
export const printedRule =
  'Le premier enregistrement accepté d’une société prévaut tant qu’il est protégé. Entre des enregistrements qui attendent ' +
  'une réponse, le premier envoyé prévaut, dans l’ordre de leur arrivée. Une autre décision demande un motif écrit, ' +
  'que les partenaires concernés peuvent lire.'

/** What is printed besides the facts. */
export const receiptTexts = {
  heading: 'Récépissé d’enregistrement',
  subtitle: 'Enregistrement d’un contact',
  statement: ({ provider, partner, company, submitted }: LeadReceipt) =>
    `${provider.name} a reçu de ${partner.name} l’enregistrement de la société ${company}, daté du ${submitted}.`,
  rule: `Règle de priorité : ${printedRule}`,
  proves: [
    'Ce récépissé prouve que l’enregistrement décrit ci-dessus a été reçu par le portail à la date et à l’heure indiquées, ' +
      'et qu’il est à la place indiquée de son journal des événements, dont chaque ligne scelle la précédente.',
    'Il ne prouve ni que l’enregistrement est accepté, ni que ce qui y est déclaré est exact, ni qu’une commission est due : ' +
      'la réponse du programme est dans le portail.',
    'Preuve simple avec date, placée sous le cachet électronique de l’organisation. Ce n’est pas un horodatage électronique ' +
      'qualifié au sens du règlement (UE) nº 910/2014 (eIDAS), article 42, qui est un autre service.',
    `Le fichier joint « ${registeredLeadFile} » contient l’enregistrement mot pour mot : son empreinte SHA-256 est celle ` +
      'imprimée.',
  ],
} as const
