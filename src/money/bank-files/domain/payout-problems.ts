/** `blocks`: the batch, or this line, cannot be written. `holds`: the line waits, the rest can go. `asks`: a person decides. */
export const payoutProblemEffects = ['blocks', 'holds', 'asks'] as const
export type PayoutProblemEffect = (typeof payoutProblemEffects)[number]

type Facts = Readonly<Record<string, string>>

interface PayoutRule {
  /** Number of the rule in docs/money.md. */
  readonly rule: `R${number}`
  readonly effect: PayoutProblemEffect
  /** For the provider's staff; `{name}` stands for a fact. */
  readonly text: string
}

const rules = {
  no_lines: { rule: 'R1', effect: 'blocks', text: 'La remise ne contient aucun virement.' },
  totals_differ: {
    rule: 'R1',
    effect: 'blocks',
    text:
      'La remise ne correspond pas à ce qui a été approuvé : {count} virements pour {sum}, ' +
      'au lieu de {approvedCount} pour {approvedSum}.',
  },
  iban_missing: {
    rule: 'R2',
    effect: 'blocks',
    text: 'L’IBAN manque ou n’est plus lisible : le partenaire doit le saisir de nouveau.',
  },
  provider_iban_missing: {
    rule: 'R2',
    effect: 'blocks',
    text: 'Le compte à débiter manque : indiquez-le dans « Settings, Money and bank ».',
  },
  iban_invalid: { rule: 'R2', effect: 'blocks', text: 'IBAN incorrect : {value}.' },
  provider_iban_invalid: { rule: 'R2', effect: 'blocks', text: 'IBAN du compte à débiter incorrect : {value}.' },
  bic_invalid: { rule: 'R2', effect: 'blocks', text: 'BIC incorrect : {value}.' },
  end_to_end_id_repeated: { rule: 'R3', effect: 'blocks', text: 'Deux virements portent la référence {value}.' },
  end_to_end_id_used: { rule: 'R3', effect: 'blocks', text: 'La référence {value} a déjà été envoyée à la banque.' },
  instruction_id_repeated: { rule: 'R3', effect: 'blocks', text: 'Deux virements portent le numéro d’instruction {value}.' },
  instruction_id_used: { rule: 'R3', effect: 'blocks', text: 'Le numéro d’instruction {value} a déjà été envoyé à la banque.' },
  message_id_used: { rule: 'R4', effect: 'blocks', text: 'Le numéro de remise {value} a déjà servi.' },
  id_characters: {
    rule: 'R5',
    effect: 'blocks',
    text: 'La référence « {value} » doit avoir 1 à 35 caractères acceptés par les banques.',
  },
  name_unusable: { rule: 'R5', effect: 'blocks', text: '{reason}' },
  name_converted: { rule: 'R5', effect: 'asks', text: 'La banque lira : « {value} ».' },
  text_cut: { rule: 'R5', effect: 'asks', text: 'La banque lira seulement : « {value} ».' },
  amount_out_of_range: { rule: 'R6', effect: 'blocks', text: 'Montant hors limites (0,01 € à 999 999 999,99 €) : {value}.' },
  day_invalid: { rule: 'R7', effect: 'blocks', text: 'Date d’exécution incorrecte : {value}.' },
  day_past: { rule: 'R7', effect: 'blocks', text: 'La date d’exécution {value} est passée ; prochain jour possible : {next}.' },
  day_closed: {
    rule: 'R7',
    effect: 'blocks',
    text: 'Les banques n’exécutent pas de virement le {value} ; prochain jour possible : {next}.',
  },
  instant_needs_09: { rule: 'R8', effect: 'blocks', text: 'Le virement instantané demande le format pain.001.001.09.' },
  country_outside_sepa: { rule: 'R9', effect: 'blocks', text: 'Compte hors de la zone SEPA : {value}.' },
  address_incomplete: { rule: 'R10', effect: 'blocks', text: 'L’adresse du titulaire demande au moins la ville et le pays.' },
  own_iban: { rule: 'R11', effect: 'blocks', text: 'L’IBAN du bénéficiaire est celui de votre propre compte.' },
  iban_shared: { rule: 'R11', effect: 'asks', text: 'Plusieurs partenaires utilisent cet IBAN : {value}.' },
  iban_recent: { rule: 'R12', effect: 'holds', text: 'L’IBAN a changé il y a moins de 72 heures : le virement attend.' },
  statement_repeated: { rule: 'R13', effect: 'blocks', text: 'Le relevé {value} figure deux fois dans la remise.' },
  statement_in_live_file: { rule: 'R13', effect: 'blocks', text: 'Le relevé {value} est déjà dans la remise {file}.' },
  account_refused: { rule: 'R16', effect: 'holds', text: 'La banque a refusé ce compte : le virement attend un autre IBAN.' },
  own_payout: { rule: 'R14', effect: 'blocks', text: 'C’est votre propre relevé : une autre personne doit l’envoyer.' },
  held_out: { rule: 'R15', effect: 'asks', text: 'Écarté de la remise {file} : {reason}' },
} as const satisfies Record<string, PayoutRule>

export type PayoutProblemCode = keyof typeof rules

export const payoutProblemCodes = Object.keys(rules) as readonly PayoutProblemCode[]

export interface PayoutProblem {
  readonly code: PayoutProblemCode
  readonly rule: PayoutRule['rule']
  readonly effect: PayoutProblemEffect
  /** Index of the line; null for the batch as a whole. */
  readonly line: number | null
  /** Ready to display. */
  readonly message: string
}

export function payoutProblem(code: PayoutProblemCode, line: number | null, facts: Facts = {}): PayoutProblem {
  const { rule, effect, text }: PayoutRule = rules[code]
  return { code, rule, effect, line, message: text.replace(/\{(\w+)\}/g, (_, name: string) => facts[name] ?? '') }
}
