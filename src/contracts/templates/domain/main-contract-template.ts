import { clause, field, heading, list, paragraph } from './template-blocks.ts'
import type { TemplateBody } from './templates.ts'

/** The template that a new portal has from its first start. */
export const shippedTemplateId = '01975a00-0000-7000-8000-000000000001'

const parties: TemplateBody = [
  paragraph('Entre les soussignés :'),
  paragraph(field('provider_name'), ', ', clause('provider_identity'), ' (ci-après « le Prestataire »),'),
  paragraph(
    'et ',
    field('partner_company'),
    ', ',
    clause('partner_identity'),
    ', représenté par ',
    field('partner_name'),
    ' (',
    field('partner_email'),
    ') (ci-après « le Partenaire »),',
  ),
  paragraph('il est convenu ce qui suit.'),
]

const roles: TemplateBody = [
  heading('Article 1 – Objet'),
  paragraph(
    'Le Partenaire présente au Prestataire des personnes ou des entreprises susceptibles d’acheter ses offres' +
      ' (« les Contacts »). Le Prestataire lui verse une commission sur les ventes qui en résultent, dans les ' +
      'conditions ci-dessous.',
  ),
  paragraph(
    'Le Prestataire met à sa disposition un espace partenaire en ligne (« le Portail »), où les Contacts sont' +
      ' enregistrés et suivis, et où les commissions sont calculées et réglées.',
  ),
  heading('Article 2 – Indépendance et absence d’exclusivité'),
  paragraph(
    'Chaque partie exerce son activité en toute indépendance. Le Partenaire n’est ni salarié, ni agent ' +
      'commercial, ni mandataire du Prestataire : il ne négocie pas, ne signe pas et n’encaisse rien en son ' +
      'nom. Aucune des parties ne doit à l’autre d’exclusivité, et le Partenaire n’est tenu à aucun nombre de ' +
      'Contacts.',
  ),
  heading('Article 3 – Engagements du Partenaire'),
  paragraph('Le Partenaire s’engage à :'),
  list(
    'n’enregistrer que des Contacts qu’il connaît et qui savent qu’ils sont recommandés ;',
    'présenter les offres de façon loyale, avec les seuls documents et arguments fournis par le Prestataire ;',
    'tenir à jour, dans le Portail, son identité, son numéro SIREN, son adresse et ses coordonnées bancaires ;',
    'remettre, lorsque la loi le demande, ses attestations sociales et fiscales ;',
    'déclarer ses revenus et s’acquitter de ses propres impôts et cotisations.',
  ),
  heading('Article 4 – Engagements du Prestataire'),
  paragraph('Le Prestataire s’engage à :'),
  list(
    'répondre à chaque Contact enregistré et tenir son avancement à jour dans le Portail ;',
    'fournir au Partenaire les informations utiles sur ses offres ;',
    'expliquer tout refus d’un Contact ou d’une commission ;',
    'régler les commissions dans les délais de l’article 7.',
  ),
  paragraph(
    'Le Prestataire reste libre de ne pas conclure de vente avec un Contact, pour un motif qu’il indique au ' + 'Partenaire.',
  ),
]

const money: TemplateBody = [
  heading('Article 5 – Protection des Contacts'),
  paragraph(
    'Un Contact accepté par le Prestataire est réservé au Partenaire qui l’a enregistré le premier, pendant ',
    field('protection_months'),
    ' mois à compter de son enregistrement. La date et l’heure du Portail font foi, et un reçu numéroté en ' +
      'est remis au Partenaire. La protection peut être prolongée dans le Portail lorsque la discussion avec le' +
      ' Contact se poursuit.',
  ),
  paragraph(
    'Un Contact qui est déjà client du Prestataire, ou déjà réservé à un autre partenaire, est refusé. En cas' +
      ' de désaccord, chaque partie communique les éléments datés dont elle dispose.',
  ),
  heading('Article 6 – Commissions'),
  paragraph(
    'Chaque vente conclue avec un Contact protégé ouvre droit à une commission, calculée sur son montant hors' +
      ' taxes au taux du palier du Partenaire le jour où le client signe. Le palier suit le chiffre d’affaires ' +
      'validé que le Partenaire a apporté :',
  ),
  { type: 'tierTable' },
  paragraph(
    'À la date du présent contrat, le Partenaire relève du palier ',
    field('tier_name'),
    ', au taux de ',
    field('commission_rate'),
    '. Un changement de palier ou de taux ne modifie pas les commissions déjà acquises.',
  ),
  paragraph(
    'Si le client annule la vente, n’en paie qu’une partie ou en est remboursé, la commission est réduite ' +
      'd’autant ; ce qui a déjà été versé en trop est déduit des versements suivants.',
  ),
  heading('Article 7 – Facturation et paiement'),
  paragraph(
    'Une commission est payée au plus tard trente jours après sa validation dans le Portail, par virement sur' +
      ' le compte que le Partenaire y a renseigné. Si le Partenaire est une entreprise, le paiement suppose une' +
      ' facture conforme, qu’il émet ou que le Prestataire établit en son nom lorsqu’il lui en a donné mandat. ' +
      'La taxe sur la valeur ajoutée s’ajoute s’il y a lieu.',
  ),
  paragraph(
    'Tout retard entraîne de plein droit des pénalités au taux de trois fois l’intérêt légal et, entre ' +
      'professionnels, l’indemnité forfaitaire de quarante euros pour frais de recouvrement.',
  ),
]

const end: TemplateBody = [
  heading('Article 8 – Durée'),
  paragraph('Le contrat prend effet à sa signature et est conclu pour une durée indéterminée.'),
  heading('Article 9 – Résiliation'),
  paragraph(
    'Chaque partie peut y mettre fin à tout moment, par écrit, en respectant un préavis d’un mois. En cas de ' +
      'manquement grave, et si la partie en cause n’y remédie pas dans les quinze jours d’une mise en demeure, ' +
      'l’autre peut y mettre fin sans préavis.',
  ),
  paragraph(
    'La fin du contrat n’éteint pas les commissions acquises. Les ventes conclues avec un Contact encore ' +
      'protégé à cette date ouvrent droit à commission si elles sont signées avant la fin de sa protection.',
  ),
  heading('Article 10 – Données personnelles'),
  paragraph(
    'Chaque partie traite les données des Contacts sous sa propre responsabilité et respecte le règlement ' +
      '(UE) 2016/679 et la loi du 6 janvier 1978. Le Partenaire informe chaque Contact que ses coordonnées sont' +
      ' transmises au Prestataire, et à quelle fin, et ne les transmet pas s’il s’y oppose. Le Prestataire ne ' +
      'les utilise que pour répondre à cette recommandation et suivre la vente, puis les conserve pendant les ' +
      'durées légales.',
  ),
  paragraph(
    'Chaque partie avertit l’autre sans délai d’une violation de ces données, et l’aide à répondre aux ' +
      'personnes qui exercent leurs droits.',
  ),
  heading('Article 11 – Confidentialité'),
  paragraph(
    'Les parties gardent confidentielles les informations non publiques qu’elles se communiquent, pendant le ' +
      'contrat et deux ans après sa fin.',
  ),
  heading('Article 12 – Probité'),
  paragraph(
    'Les parties s’interdisent toute forme de corruption. Le Partenaire qui recommande un Contact auquel il ' +
      'doit conseil ou loyauté l’informe qu’il est rémunéré.',
  ),
  heading('Article 13 – Modification'),
  paragraph(
    'Le contrat est modifié par un avenant signé des deux parties. Aucune modification des taux ou de la ' +
      'protection ne vaut pour les Contacts enregistrés avant son entrée en vigueur.',
  ),
  heading('Article 14 – Signature électronique et preuve'),
  paragraph(
    'Les parties conviennent de signer le présent contrat par voie électronique dans le Portail. Elles ' +
      'admettent comme preuve le fichier scellé, son certificat et les enregistrements du Portail, sauf preuve ' +
      'contraire.',
  ),
  heading('Article 15 – Droit applicable et litiges'),
  paragraph(
    'Le contrat est soumis au droit français. Les parties recherchent d’abord une solution amiable ; à défaut' +
      ' d’accord dans les trente jours, le litige est porté devant les tribunaux compétents.',
  ),
  paragraph('Fait le ', field('date'), ', signé électroniquement dans le Portail.'),
]

/** Shipped main contract of a business introducer. A draft for the provider's lawyer, to be adapted in the template editor. */
export const shippedMainContract: { readonly name: string; readonly title: string; readonly body: TemplateBody } = {
  name: 'Contrat de partenariat (français)',
  title: 'Contrat de partenariat',
  body: [...parties, ...roles, ...money, ...end],
}
