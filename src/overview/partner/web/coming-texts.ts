import { formatEuros } from '#platform/domain/money.ts'
import { longDate, shortDate } from '#platform/web/ui/dates.ts'
import type { ComingLine } from '../api.ts'
import type { ObstacleCode } from '../domain/obstacles.ts'

/** Without the full stop that staff may have typed: the sentence goes on. */
const bare = (reason: string) => reason.replace(/[.\s]+$/, '')
const also = (reason: string) => (reason ? ` : ${bare(reason)}` : '')

/** 'que Durand', 'qu’Atelier Loire' */
const that = (name: string) => (/^[aeiouyàâäéèêëîïôöùûü]/i.test(name) ? `qu’${name}` : `que ${name}`)

interface Told {
  readonly line: ComingLine
  readonly provider: string
}

const obstacles: Readonly<Record<ObstacleCode, (told: Told) => string>> = {
  negative: () => 'En compte avec des reprises : rien n’est versé tant qu’elles la dépassent',
  vigilance: ({ line }) => bare(line.reason),
  bank_missing: () => 'Attend vos coordonnées bancaires',
  bank_checksum: () => 'Attend un IBAN dont la clé de contrôle est juste',
  bank_refused: () => 'La banque a refusé votre compte : attend un autre IBAN',
  bank_unreadable: () => 'Votre IBAN ne peut plus être lu : attend sa nouvelle saisie',
  bank_recent: ({ line }) =>
    `Votre IBAN est récent : pour votre sécurité, rien n’y est versé avant le ${line.until ? longDate(line.until) : 'délai'}`,
  mandate_missing: () => 'Attend le mandat de facturation signé',
  provider_identity: ({ provider }) => `Attend ${that(provider)} complète son identité pour établir vos factures`,
  invoice_impossible: ({ line }) => `Attend votre profil de facturation${also(line.reason)}`,
  below_minimum: () => 'Sous le minimum d’un versement : reportée jusqu’à ce qu’il soit atteint',
  returned: ({ line }) => {
    const on = line.since ? ` le ${shortDate(line.since)}` : ''
    return `Retourné par la banque${on}${also(line.reason)}. Versé de nouveau dès que c’est réglé`
  },
  invoice_missing: () => 'Attend votre facture',
  invoice_refused: () => 'Attend une nouvelle facture : la dernière a été refusée',
  invoice_submitted: ({ provider }) => `Attend ${that(provider)} vérifie votre facture`,
}

const steps: Readonly<Partial<Record<NonNullable<ComingLine['step']>, string>>> = {
  issued: 'Relevé à accepter',
  accepted: 'Relevé accepté, à approuver',
  approved: 'Relevé approuvé, à envoyer à la banque',
  sent: 'Parti à la banque',
}

/** Why the amount has its date, or none: since when, why and until what. */
export function comingText(told: Told): string {
  const { line, provider } = told
  const since = line.since ? ` depuis le ${shortDate(line.since)}` : ''
  switch (line.state) {
    case 'payable':
      return line.source === 'clawback' ? 'Reprise, déduite de ce versement' : ''
    case 'underway':
      return (line.step && steps[line.step]) ?? ''
    case 'blocked':
      return line.obstacle ? obstacles[line.obstacle](told) : ''
    case 'held':
      return `Retenue${since}${also(line.reason)}. Jusqu’à ce ${that(provider)} la libère`
    case 'contested': {
      const held = line.reason ? `. Aussi retenue${also(line.reason)}` : ''
      return `Contestée par vous${since}, jusqu’à la décision ou votre retrait${held}`
    }
    case 'client':
      return 'Attend le paiement du client'
    case 'validation':
      return `À valider par ${provider} une fois le client payé`
  }
}

/** 'Le 12/12/2026', 'Attendu depuis le 12/11/2026', 'Sans date' */
export function comingWhen({ payableBy }: ComingLine, now: Date): { readonly text: string; readonly late: boolean } {
  if (!payableBy) return { text: 'Sans date', late: false }
  const late = new Date(payableBy) <= now
  return { text: `${late ? 'Attendu depuis le' : 'Avant le'} ${shortDate(payableBy)}`, late }
}

/** '12 autres, 45 000 €' */
export const restText = ({ count, amountCents }: { count: number; amountCents: number }) =>
  `${count === 1 ? 'Une autre' : `${count} autres`}, ${formatEuros(amountCents)}`
