import type { ResourceCategory } from '#communication/resources/domain.ts'

/** A fictitious provider: automation for small companies, in Nantes. */
export const provider = {
  providerName: 'Atelier Loire',
  tagline: 'Recommandez nos automatisations, suivez vos contacts, soyez rémunéré.',
  taglines: {
    fr: 'Recommandez nos automatisations, suivez vos contacts, soyez rémunéré.',
    en: 'Recommend our automations, follow your contacts, get paid.',
  },
  accentColour: '#1f4d3f',
  address: '12 quai de la Fosse, 44000 Nantes',
  contactEmail: 'partenaires@atelier-loire.example',
}

/** The account that the provider pays from. */
export const providerIban = 'FR7630004000031234567890143'

export const password = 'demo-passerelle'
export const administrator = { fullName: 'Hélène Marchand', email: 'admin@atelier-loire.example' }

/** One of each other role among the staff. */
export const colleagues = [
  { fullName: 'Manon Gestin', email: 'manon@atelier-loire.example', staffRole: 'partner_manager' },
  { fullName: 'Farid Nguyen', email: 'farid@atelier-loire.example', staffRole: 'finance' },
  { fullName: 'Valérie Aubry', email: 'valerie@atelier-loire.example', staffRole: 'viewer' },
] as const

export interface DemoPartner {
  readonly fullName: string
  readonly company: string
  /** Onboarding state. */
  readonly state: 'invited' | 'no_contract' | 'pending' | 'signed'
  readonly monthsAgo: number
  readonly leads: number
  /** Validated revenue in euros; decides the tier. */
  readonly revenue: number
}

/** From the newest invitation to the partner with half of the customers. */
export const partners: readonly DemoPartner[] = [
  { fullName: 'Camille Lefèvre', company: 'Lefèvre Conseil', state: 'signed', monthsAgo: 18, leads: 30, revenue: 190_000 },
  { fullName: 'Antoine Girard', company: 'Cabinet Girard', state: 'signed', monthsAgo: 17, leads: 24, revenue: 96_000 },
  { fullName: 'Sophie Moreau', company: 'Moreau & Associés', state: 'signed', monthsAgo: 15, leads: 20, revenue: 82_000 },
  { fullName: 'Julien Perrin', company: 'JP Développement', state: 'signed', monthsAgo: 14, leads: 17, revenue: 47_000 },
  { fullName: 'Nadia Benali', company: 'Benali Expertise', state: 'signed', monthsAgo: 12, leads: 15, revenue: 36_000 },
  { fullName: 'Thomas Rousseau', company: 'Rousseau Réseau', state: 'signed', monthsAgo: 10, leads: 13, revenue: 21_000 },
  { fullName: 'Claire Fontaine', company: 'Fontaine Formation', state: 'signed', monthsAgo: 8, leads: 12, revenue: 13_000 },
  { fullName: 'Mathieu Caron', company: 'Caron Patrimoine', state: 'signed', monthsAgo: 6, leads: 10, revenue: 6_000 },
  { fullName: 'Inès Garnier', company: 'Studio Garnier', state: 'signed', monthsAgo: 3, leads: 9, revenue: 0 },
  { fullName: 'Olivier Le Goff', company: 'Le Goff Ingénierie', state: 'pending', monthsAgo: 1, leads: 0, revenue: 0 },
  { fullName: 'Léa Chevalier', company: 'Chevalier Communication', state: 'no_contract', monthsAgo: 4, leads: 0, revenue: 0 },
  { fullName: 'Hugo Masson', company: 'Masson Finance', state: 'invited', monthsAgo: 0, leads: 0, revenue: 0 },
]

export const firstNames = (
  'Paul Marie Louis Jeanne Pierre Anne Jacques Lucie Henri Alice Marc Élise Denis Agathe Bruno ' +
  'Cécile Gilles Laure Rémi Noémie Yves Maud Simon Clara'
).split(' ')
export const lastNames = (
  'Bernard Petit Robert Richard Durand Dubois Laurent Michel Roux Vincent Fournier Morel André ' +
  'Mercier Blanc Guérin Boyer Gauthier Faure Renard Aubert Colin Barbier Brunet Picard'
).split(' ')
export const trades = (
  'Boulangerie Menuiserie Garage Imprimerie Pharmacie Transports Clinique Agence Domaine ' +
  'Brasserie Fonderie Librairie Scierie Laboratoire Cabinet'
).split(' ')

export const notes = [
  'Rencontré au salon de Nantes, veut automatiser ses devis.',
  'Dix salariés, factures encore saisies à la main.',
  'Rappeler après les congés, budget confirmé.',
  'Recommandé par son expert-comptable.',
  '',
]

export const resources: readonly {
  title: string
  description: string
  category: ResourceCategory
  link?: string
  fromTier?: string
  /** What changed in its second version. */
  revised?: string
  /** Added lately. */
  isNew?: boolean
}[] = [
  {
    title: 'Présentation de l’offre',
    description: 'Les trois formules en quatre pages, à laisser à votre contact.',
    category: 'documents',
  },
  {
    title: 'Guide du partenaire',
    description: 'De la première conversation à la commission payée.',
    category: 'documents',
    revised: 'Le chapitre sur la protection des leads est nouveau.',
  },
  { title: 'Grille tarifaire 2026', description: 'Pour les partenaires confirmés.', category: 'documents', fromTier: 'Gold' },
  {
    title: 'Visuels pour LinkedIn',
    description: 'Six images prêtes à publier.',
    category: 'visuels',
    link: 'https://atelier-loire.example/visuels',
  },
  { title: 'Affiche A3', description: 'Pour votre vitrine ou votre salle d’attente.', category: 'visuels' },
  { title: 'Modèle de message', description: 'Pour présenter l’offre en dix lignes.', category: 'documents', isNew: true },
  {
    title: 'Simulateur d’économies',
    description: 'Calcule devant le client ce qu’une automatisation lui rapporte.',
    category: 'outils',
    link: 'https://atelier-loire.example/simulateur',
  },
  { title: 'Trame d’entretien', description: 'Douze questions qui révèlent le besoin.', category: 'outils' },
]
