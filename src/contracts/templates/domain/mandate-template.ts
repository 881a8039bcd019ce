import { field, heading, list, paragraph } from './template-blocks.ts'
import type { TemplateBody } from './templates.ts'

export const mandateTitle = 'Mandat d’autofacturation'

/**
 * Shipped text of the mandate by which a partner lets the provider invoice in its name: express, written and prior (CGI art. 289,
 * I-2; annexe II, art. 242 nonies, I). A draft for the provider's lawyer, to be adapted in the template editor.
 */
export const mandateBody: TemplateBody = [
  paragraph(
    'Entre ',
    field('billing_name'),
    ' (',
    field('billing_identity'),
    '), représenté par ',
    field('partner_name'),
    ' (« le Fournisseur »), et ',
    field('provider_name'),
    ', ',
    field('provider_address'),
    ' (« le Client »).',
  ),
  paragraph(
    'Le Fournisseur apporte des affaires au Client et perçoit des commissions. Les parties conviennent que le Client établit ' +
      'les factures correspondantes.',
  ),
  heading('Article 1 – Mandat exprès'),
  paragraph(
    'Le Fournisseur donne mandat exprès au Client, qui l’accepte, d’établir et d’émettre en son nom et pour son compte les ' +
      'factures et les avoirs relatifs à ses commissions, conformément à l’article 289, I-2 du code général des impôts et à ' +
      'l’article 242 nonies de son annexe II. Le mandat ne vaut que pour les factures émises après sa signature.',
  ),
  paragraph('Le Fournisseur n’émet pas lui-même de facture pour les mêmes opérations.'),
  heading('Article 2 – Établissement des factures'),
  paragraph(
    'Chaque facture suit le relevé de commissions de la période. Elle porte un numéro d’une série chronologique et continue, ' +
      'propre au Fournisseur et réservée aux factures établies par le Client, la mention « Autofacturation » et la référence ' +
      'du présent mandat. Une reprise de commission fait l’objet d’un avoir qui se réfère à la facture d’origine.',
  ),
  paragraph(
    'Les mentions relatives au Fournisseur (identité, adresse, SIREN, numéro et régime de TVA, compte bancaire) sont celles ' +
      'qu’il a renseignées dans le portail.',
  ),
  heading('Article 3 – Contestation'),
  paragraph(
    'Le Client met chaque facture à la disposition du Fournisseur dès son émission. ' + 'Le Fournisseur dispose de ',
    field('contest_days'),
    ' jours à compter de cette date pour en contester le contenu, depuis le portail ou par écrit. Sans contestation ' +
      'dans ce délai, la facture est réputée acceptée.',
  ),
  paragraph(
    'Si la contestation est fondée, le Fournisseur émet une facture rectificative, ou demande au Client d’établir en son nom ' +
      'un avoir et une nouvelle facture.',
  ),
  heading('Article 4 – Responsabilité du Fournisseur'),
  paragraph(
    'Le présent mandat ne décharge pas le Fournisseur de ses obligations : il reste seul responsable, envers ' +
      'l’administration, de la facturation et de ses conséquences en matière de TVA. Il s’engage à :',
  ),
  list(
    'déclarer et verser la TVA facturée en son nom, même si le Client a tardé à émettre la facture ;',
    'réclamer sans délai le double de toute facture qui ne lui serait pas parvenue ;',
    'signaler sans délai tout changement de son identité, de son adresse, de son immatriculation ou de son régime de TVA.',
  ),
  heading('Article 5 – Copie et conservation'),
  paragraph(
    'Le Fournisseur reçoit une copie électronique de chaque facture et peut la télécharger dans le portail. Chaque partie ' +
      'conserve les factures pendant les durées légales.',
  ),
  heading('Article 6 – Facturation électronique'),
  paragraph(
    'Lorsque la facturation électronique s’impose à une facture, le Client la transmet par la plateforme agréée qu’il a ' +
      'choisie. Le Fournisseur lui communique l’adresse électronique à laquelle il échange ses factures.',
  ),
  heading('Article 7 – Durée et révocation'),
  paragraph(
    'Le mandat prend effet à sa signature, pour une durée indéterminée. Chaque partie peut y mettre fin à tout moment, ' +
      'par écrit ou depuis le portail, avec effet à la date qu’elle indique et au plus tôt à la réception de sa décision. ' +
      'Il prend fin avec l’accord de partenariat. Les factures émises avant cette date restent valables.',
  ),
  paragraph('Fait le ', field('date'), ', signé électroniquement dans le portail.'),
]
