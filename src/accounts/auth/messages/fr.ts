import type { Texts } from '#platform/messages/texts.ts'
import type en from './en.ts'

export default {
  acceptInvitation: 'Accepter l’invitation',
  accessEnded:
    '{company, select, none {Votre accès à l’espace {providerName} a pris fin le {day}. Écrivez à {contact} si vous ne vous y attendiez pas.} other {Votre accès chez {company} a pris fin le {day}. Vos leads restent à la société. Demandez à l’un de ses propriétaires si vous ne vous y attendiez pas.}}',
  addressInvited: 'Cette adresse a déjà un compte ou une invitation.',
  addressTaken: 'Cette adresse a déjà un compte.',
  administratorCreated: 'Administrateur créé',
  alarmClosing:
    'Si c’était vous, vous n’avez rien à faire. Sinon, choisissez un nouveau mot de passe avec « Mot de passe oublié ? » et contactez {contact} sans attendre. Ce message de sécurité est toujours envoyé.',
  appInstead: 'Utiliser l’application',
  askNewLink: 'Demander un nouveau lien',
  atMoment: 'le {moment}',
  atMomentFrom: 'le {moment} depuis l’adresse {address}',
  backToSignIn: 'Retour à la connexion',
  bankDetailsKept: 'Pendant 24 heures, les coordonnées bancaires de ce compte ne peuvent pas être modifiées.',
  bankDetailsWait:
    'Votre double authentification vient d’être réinitialisée : par sécurité, vos coordonnées bancaires pourront être modifiées à partir du {until}.',
  bankDetailsWaitForNewcomers:
    'Vous venez de recevoir ce rôle ou une nouvelle adresse : par sécurité, vous pourrez lire et modifier les coordonnées bancaires à partir du {until}.',
  bothLost: 'Téléphone et codes de secours perdus ?',
  browserOn: '{browser} sur {system}',
  changePassword: 'Modifier le mot de passe',
  checkMailbox: 'Vérifiez votre boîte mail',
  chooseNewPassword: 'Choisir un nouveau mot de passe',
  codeInvalid: 'Code invalide',
  codeRefused: 'Code invalide. Veuillez réessayer.',
  codesKept: 'Je les ai conservés',
  codeUsed: 'Ce code a déjà servi. Attendez le suivant.',
  companyIsOthers: 'Le nom de votre société est changé par l’un de ses propriétaires ou gestionnaires.',
  confirmWithCode: 'Saisissez le code de votre application d’authentification {purpose}.',
  confirmWithPassword: 'Saisissez votre mot de passe {purpose}.',
  copyKey: 'Copier la clé',
  createAccount: 'Créer le compte',
  credentialsInvalid: 'Identifiants invalides. Veuillez réessayer.',
  currentPassword: 'Mot de passe actuel',
  doubtClosing:
    'Si quelqu’un d’autre peut connaître votre mot de passe, choisissez-en un nouveau avec « Mot de passe oublié ? » et contactez {contact} sans attendre. Ce message de sécurité est toujours envoyé.',
  emailInvalid: 'E-mail invalide',
  endSession: 'Fermer la session',
  enterAppCode: 'Saisissez le code à six chiffres de votre application.',
  enterRecoveryCode: 'Saisissez l’un de vos codes de secours.',
  firstAdministrator: 'Premier administrateur',
  forgottenPassword: 'Mot de passe oublié ?',
  goOn: 'Continuer',
  goToSignIn: 'Aller à la connexion',
  invitationAdminNext:
    'Et ensuite ? Vous choisissez un mot de passe et arrivez aussitôt dans la console d’administration. Nous vous conseillons d’y activer la double authentification, dans le menu de votre compte.',
  invitationAdminText:
    '{host} vous invite à administrer l’espace partenaires de {providerName} : partenaires, contacts, contrats et commissions.',
  invitationClosing:
    'Ce lien est personnel, valable {reminder, select, yes {jusqu’au {day}} other {7 jours}} et ne fonctionne qu’une fois. Si vous n’attendiez pas cette invitation,{hasContact, select, yes { écrivez à {contact} ou} other {}} ignorez ce message : aucun compte n’est ouvert sans vous.',
  invitationColleagueNext:
    'Et ensuite ? Vous choisissez un mot de passe et accédez aussitôt à l’espace. {company} a déjà son contrat avec {providerName} : vous n’avez rien à signer.',
  invitationColleagueLead: '{inviter} vous invite à rejoindre {company}. Votre rôle : {role}.',
  invitationColleagueRole: 'Votre rôle chez {company} : {role}.',
  invitationColleagueSubject: '{reminder, select, yes {Rappel : } other {}}{inviter} vous invite à rejoindre {company} ({role})',
  invitationColleagueText:
    '{inviter} vous invite à rejoindre {company} dans l’espace partenaires de {providerName}, où la société suit les contacts qu’elle recommande et ce qu’ils rapportent.',
  invitationDead:
    'Cette invitation a expiré, a déjà été acceptée ou a été retirée. Demandez-en une nouvelle à la personne qui vous a invité, ou connectez-vous si vous avez déjà un compte.',
  invitationHost: '{inviter}, de {providerName},',
  invitationLead: '{providerName} vous invite à rejoindre son espace partenaires.',
  invitationNext:
    'Et ensuite ? Vous choisissez un mot de passe, {providerName} vous y présente votre contrat de partenariat, vous le signez en ligne, puis vous ajoutez votre premier contact.',
  invitationNextContract:
    'Et ensuite ? Vous choisissez un mot de passe, vous lisez et signez en ligne votre contrat « {contractTitle} », qui vous attend, puis vous ajoutez votre premier contact.',
  invitationPartnerText:
    '{host} vous invite à devenir apporteur d’affaires : vous recommandez ses offres à vos contacts et recevez une commission pour chaque affaire signée.',
  invitationSpaceText:
    'L’espace partenaires vous sert à enregistrer vos contacts, à suivre leur avancement et à voir ce que vous gagnez, et quand.',
  invitationStaffText:
    '{host} vous invite dans la console d’administration de l’espace partenaires de {providerName}, avec le rôle « {role} » : {rights}.',
  invitationSubject:
    '{reminder, select, yes {Rappel : invitation} other {Invitation}} à rejoindre l’espace partenaires {providerName}',
  invitedOnly: 'Accès réservé aux partenaires invités uniquement',
  inviteFirstPartner: 'Invitez votre premier partenaire depuis le tableau de bord.',
  keepRecoveryCodes: 'Conservez vos codes de secours en lieu sûr.',
  linkDead: 'Ce lien n’est plus valable',
  linkHanded:
    'L’exploitant du portail a créé {when} un lien avec lequel un nouveau mot de passe peut être choisi pour votre espace {provider}. Il est valable 1 heure ; il vous le remettra lui-même.',
  linkHandedSubject: 'Un lien pour choisir un nouveau mot de passe a été créé',
  linkIncomplete: 'Ce lien est incomplet',
  linkInvalid: 'Ce lien est invalide',
  linkUnreadable: 'Impossible d’ouvrir ce lien',
  lostAsColleague:
    'Demandez à un propriétaire de votre société : il écrit à {contact}, où la seconde étape est désactivée pour vous. Vous vous connectez ensuite avec votre mot de passe et la configurez à nouveau.',
  lostAsOwner:
    'Écrivez à {contact} depuis votre adresse habituelle : une fois sûre que c’est vous, l’équipe désactive la seconde étape. Vous vous connectez ensuite avec votre mot de passe et la configurez à nouveau.',
  lostAsStaff:
    'Demandez à un autre administrateur de ce portail, qui réinitialise la seconde étape sur votre ligne, dans Partenaires. S’il n’y en a pas d’autre, l’exploitant du serveur le fait par une commande.',
  nameTooLong: 'Le nom ne peut pas dépasser 100 caractères',
  nameTooShort: 'Le nom doit contenir au moins 2 caractères',
  newPassword: 'Nouveau mot de passe',
  newRecoveryCodes: 'Nouveaux codes de secours',
  noSecondFactor: 'Ce compte n’a pas de double authentification : il n’y a rien à réinitialiser.',
  noSuchProfile: 'Ce profil n’existe pas.',
  openInApp: 'Ouvrir dans l’application',
  openOrScan:
    'Ouvrez ceci dans votre application d’authentification, ou scannez-le avec un autre appareil, puis saisissez le code affiché.',
  operatorSendsLink: 'L’exploitant du portail vous envoie un lien pour choisir un nouveau mot de passe.',
  orEnter: 'ou saisissez <code>{secret}</code>',
  otherSessionsEnded: 'Vos autres sessions ont été fermées.',
  otherSessionsWillEnd: 'Vos autres sessions seront fermées.',
  passkeysOfAccount: 'Clés d’accès de ce compte',
  passkeysOfAccountText:
    'Elles ouvrent le compte sans mot de passe. Cochez celles que vous ne reconnaissez pas : elles seront retirées.',
  passkeysStay: 'Vos clés d’accès continuent d’ouvrir votre compte. Vous pouvez les retirer dans le menu de votre compte.',
  passwordChanged:
    'Le mot de passe de votre espace {provider} a été modifié {when}{way, select, reset {, avec un lien reçu par e-mail} other {}}. Les autres sessions ont été fermées.',
  passwordChangedSubject: 'Votre mot de passe a été modifié',
  passwordGuessable: 'Ce mot de passe est trop facile à deviner. Choisissez-en un plus long, de plusieurs mots par exemple.',
  passwordHint: '6 caractères au moins',
  passwordNamesYou: 'Ce mot de passe contient votre nom, votre e-mail ou le nom de la société. Choisissez-en un autre.',
  passwordTooCommon: 'Ce mot de passe est trop courant. Choisissez-en un autre.',
  passwordTooLong: 'Le mot de passe ne peut pas dépasser {passwordMaxLength} caractères',
  passwordTooShort: 'Le mot de passe doit contenir au moins 6 caractères',
  passwordWrong: 'Mot de passe incorrect.',
  profileSaved: 'Profil enregistré',
  providerAccountEnded: 'Le compte de {email} est fermé. Si c’est une erreur, adressez-vous à la personne qui gère ce portail.',
  providerAddressMissing:
    '{name} n’a pas communiqué votre adresse e-mail. Autorisez sa transmission, ou adressez-vous à la personne qui y gère votre compte.',
  providerAddressUnfit: '{name} a transmis une adresse e-mail que le portail n’accepte pas. Adressez-vous à qui l’administre.',
  providerAddressUnverified: '{name} n’a pas vérifié l’adresse {email}. Confirmez-la là-bas, puis connectez-vous à nouveau.',
  providerAnswerRefused:
    'La réponse de {name} n’a pas pu être vérifiée. Recommencez ; si cela persiste, connectez-vous avec votre mot de passe et prévenez la personne qui gère ce portail.',
  providerClientUnknown:
    '{name} ne reconnaît pas ce portail. Connectez-vous avec votre mot de passe et prévenez la personne qui gère ce portail.',
  providerClock:
    'Les horloges de {name} et de ce portail sont trop différentes. Connectez-vous avec votre mot de passe et prévenez la personne qui gère ce portail.',
  providerDeclined: '{name} ne vous a pas connecté. Recommencez, ou utilisez votre mot de passe.',
  providerInvitationOver: 'L’invitation de {email} a expiré ou a été retirée. Demandez-en une nouvelle.',
  providerLinked:
    'Un compte de {name} s’est connecté à votre compte de l’espace partenaires {provider} {when}, et pourra désormais le faire.',
  providerLinkedSubject: 'La connexion à votre compte est possible avec {name}',
  providerNotForPartner:
    'La connexion avec {name} n’est pas prévue pour votre compte. Utilisez votre e-mail et votre mot de passe.',
  providerNotForStaff: 'Connectez-vous avec votre mot de passe : {email} n’est à aucun domaine de l’équipe prévu pour {name}.',
  providerNotInvited: 'Il n’y a pas d’accès pour {email}. Demandez une invitation, ou connectez-vous avec un autre compte.',
  providerOff: 'Cette façon de se connecter est désactivée. Utilisez votre e-mail et votre mot de passe.',
  providerOtherAccount:
    'Un autre compte de {name} se connecte en tant que {email}. Choisissez un nouveau mot de passe avec « Mot de passe oublié ? » : celui-ci pourra alors servir.',
  providerSignInExpired:
    'Cette connexion a duré trop longtemps, a déjà servi ou a commencé dans un autre navigateur. Recommencez.',
  providerUnreachable: '{name} ne répond pas comme prévu. Réessayez dans un instant, ou utilisez votre mot de passe.',
  qrCode: 'Code QR pour l’application d’authentification',
  recoveryCodesLead: 'Chacun de ces codes vous connecte une fois sans votre téléphone. Ils ne seront plus affichés.',
  recoveryCodesRenewed:
    'Les codes de secours de votre espace {provider} ont été renouvelés {when}. Les anciens ne fonctionnent plus.',
  recoveryCodesSubject: 'Vos codes de secours ont été renouvelés',
  recoveryCodeUsed: 'Ce code de secours a déjà servi. Utilisez-en un autre.',
  renewCodesText: 'Les anciens codes de secours ne fonctionneront plus.',
  resetClosing:
    'Ce lien est valable 1 heure et ne fonctionne qu’une fois. Si vous n’avez rien demandé, ignorez ce message : votre mot de passe ne change pas.',
  resetDead: 'Ce lien a expiré ou a déjà été utilisé. Il sert une seule fois, dans l’heure.',
  resetLead: 'Nous vous envoyons un lien pour en choisir un nouveau.',
  resetLinkSent:
    'Si un compte existe pour cette adresse, un lien pour choisir un nouveau mot de passe vient d’être envoyé. Il est valable 1 heure.',
  resetSubject: 'Réinitialisation de votre mot de passe {providerName}',
  roleAdministrator: 'équipe, administrateur',
  roleChanged: 'L’exploitant du portail a modifié votre rôle dans l’espace {provider} {when}. Votre rôle est désormais : {role}.',
  roleChangedByStaff: 'Votre rôle dans l’espace {provider} a été modifié {when}. Il est désormais : {role}.',
  roleChangedSubject: 'Votre rôle a été modifié',
  roleFinance: 'équipe, finances',
  rolePartner: 'apporteur d’affaires',
  rolePartnerManager: 'équipe, responsable des partenaires',
  roleViewer: 'équipe, lecture seule',
  scanWithApp: 'Scannez ceci avec votre application d’authentification, puis saisissez le code affiché.',
  secretReplaced: 'Le secret du portail a été remplacé.',
  sendLink: 'Envoyer le lien',
  sessionEnded: 'Cette session est déjà terminée.',
  sessionsAndPasskeysEnded:
    '{provider} a fermé toutes vos sessions {when} et a retiré {count, plural, one {votre clé d’accès} other {vos {count} clés d’accès}}. Reconnectez-vous avec votre mot de passe pour continuer.',
  sessionsEnded: '{provider} a fermé toutes vos sessions {when}. Reconnectez-vous pour continuer.',
  sessionsEndedSubject: 'Vos sessions ont été fermées',
  setupClosed: 'Le portail a déjà un administrateur. Connectez-vous.',
  setupDone: 'Ce portail a déjà un administrateur. Connectez-vous avec son compte.',
  setupLead: 'Créez le compte qui gérera ce portail.',
  setupLinkIncomplete: 'L’adresse est incomplète. Le serveur écrit le lien de création à son démarrage : ouvrez-le en entier.',
  signedIn: 'Connexion réussie',
  signIn: 'Se connecter',
  signInFailed: 'Erreur de connexion',
  signingIn: 'Connexion...',
  signInTitle: 'Connexion',
  signInUnlocked:
    'Trop de tentatives avaient bloqué la connexion à votre espace {provider} ; l’exploitant du portail l’a débloquée {when}.',
  signInUnlockedSubject: 'Vous pouvez de nouveau vous connecter',
  signInWithNewPassword: 'Connectez-vous avec votre nouveau mot de passe.',
  signInWithProvider: 'Se connecter avec {name}',
  staySignedIn: 'Cette session reste ouverte ; toutes les autres sont fermées.',
  strength: 'Solidité : {strength}',
  strengthExcellent: 'Excellent',
  strengthFair: 'Correct',
  strengthTooWeak: 'Trop faible',
  strengthWeak: 'Faible',
  switchOffText: 'Votre mot de passe suffira ensuite pour vous connecter.',
  thisSession: 'Cette session',
  tooManyPasswords:
    'Trop de tentatives. Veuillez réessayer plus tard, ou choisissez un nouveau mot de passe avec « Mot de passe oublié ? ».',
  tooManySignIns: 'Beaucoup de personnes se connectent en ce moment. Veuillez réessayer dans quelques secondes.',
  toRenewCodes: 'pour renouveler les codes de secours',
  toSwitchOffTwoFactor: 'pour désactiver la double authentification',
  twoFactorAlreadyOn: 'La double authentification est déjà activée.',
  twoFactorDisabled:
    'La double authentification de votre espace {provider} a été désactivée {when}. Votre mot de passe suffit pour vous connecter.',
  twoFactorDisabledSubject: 'La double authentification est désactivée',
  twoFactorEnabled:
    'La double authentification de votre espace {provider} a été activée {when}. Un code de votre application est demandé à chaque connexion.',
  twoFactorEnabledSubject: 'La double authentification est activée',
  twoFactorNotOn: 'La double authentification n’est pas activée.',
  twoFactorOff: 'La double authentification est désactivée',
  twoFactorOffText: 'Un code de votre application d’authentification sera demandé à la connexion.',
  twoFactorOn: 'La double authentification est activée',
  twoFactorOnText:
    'La double authentification est activée : un code de votre application d’authentification est demandé à la connexion.',
  twoFactorReset:
    'La double authentification de votre espace {provider} a été désactivée {when}, parce qu’elle était perdue, et vos sessions ont été fermées. Motif : « {reason} » Votre mot de passe suffit pour vous connecter : activez-la de nouveau dans le menu de votre compte.',
  twoFactorResetSubject: 'La double authentification a été réinitialisée',
  unknownAddress: 'adresse inconnue',
  verificationExpired: 'La vérification a expiré. Veuillez vous reconnecter.',
  visitorNewPassword: 'Nouveau mot de passe',
  welcome: 'Bienvenue',
  welcomeToSpace: 'Bienvenue dans votre espace {providerName}',
  wordingEnglish: 'Tout en anglais : « Dashboard », « Pending », « Show more details ».',
  wordingFrench: 'Tout en français : « Tableau de bord », « En attente », « Voir plus de détails ».',
  wordingMixed:
    'Un mélange d’anglais et de français, tel que la spécification l’écrit : « Dashboard », « Pending », « Voir plus de détails ».',
  youAskedForLink: 'Vous avez demandé à choisir un nouveau mot de passe.',
  portalLanguageHint: 'Chacun pourra en choisir une autre ensuite.',
  linksNotOffered: 'La connexion par lien n’est pas proposée ici.',
  linkOfOtherBrowser:
    'Ce lien ne s’ouvre que dans le navigateur où il a été demandé. Ouvrez-le là-bas, ou demandez-en un nouveau ici.',
  signInLinkSubject: 'Votre lien de connexion à {providerName}',
  signInLinkText:
    'Vous avez demandé un lien pour vous connecter à votre espace {providerName}. Ouvrez-le dans le navigateur où vous l’avez demandé.',
  signInLinkClosing:
    'Ce lien est valable {minutes} minutes, ne fonctionne qu’une fois et seulement dans ce navigateur. Si vous n’avez rien demandé, ignorez ce message : personne n’entre sans l’ouvrir là où il a été demandé. Ce message de sécurité est toujours envoyé.',
  linkInstead: 'Recevoir un lien par e-mail',
  linkTitle: 'Se connecter par lien',
  linkLead: 'Nous envoyons un lien à votre adresse e-mail ; il vous connecte, dans ce navigateur.',
  linkSent:
    'Si un partenaire a cette adresse, un lien de connexion vient d’être envoyé. Il est valable {minutes} minutes, dans ce navigateur.',
  signInLinkDead: 'Ce lien a expiré ou a déjà servi. Il fonctionne une fois, pendant {minutes} minutes.',
  openedWith:
    'Connexion par {first, select, link {lien reçu par e-mail} provider {compte de l’entreprise} passkey {clé d’accès} other {mot de passe}}{second, select, totp { et code de l’application} recovery { et code de secours} other {}}',
  passkeyRefused: 'Cette clé d’accès n’a pas été acceptée. Veuillez réessayer.',
  tooManyPasskeys: 'Vous avez {count} clés d’accès : retirez-en une d’abord.',
  noSuchPasskey: 'Cette clé d’accès a déjà été retirée.',
  passkeyNameNeeded: 'Donnez un nom à la clé d’accès',
  toAddPasskey: 'pour ajouter une clé d’accès',
  toRemovePasskey: 'pour retirer une clé d’accès',
  passkeyClosing:
    'Si c’était vous, vous n’avez rien à faire. Sinon, retirez dans le menu de votre compte les clés d’accès qui ne sont pas les vôtres, changez-y votre mot de passe et contactez {contact} sans attendre. Ce message de sécurité est toujours envoyé.',
  passkeyAddedSubject: 'Une clé d’accès a été ajoutée',
  passkeyAdded:
    'Une clé d’accès a été ajoutée à votre espace {provider} {when}. Qui a son appareil peut se connecter avec elle, sans le mot de passe.',
  passkeyRemovedSubject: 'Une clé d’accès a été retirée',
  passkeyRemoved: 'Une clé d’accès a été retirée de votre espace {provider} {when}. Elle ne permet plus de se connecter.',
  passkeysLead:
    'Une clé d’accès vous connecte avec l’empreinte, le visage ou le code d’un appareil, à la place du mot de passe et du code. Elle confirme aussi ce qui les demande.',
  noPasskeys: 'Vous n’en avez pas encore.',
  passkeyNameHint: 'L’appareil qui la garde, par exemple Téléphone',
  addPasskey: 'Ajouter une clé d’accès',
  removePasskeyTitle: 'Retirer la clé d’accès ?',
  removePasskeyText: 'Elle ne vous connecte plus. Retirez-la aussi de l’appareil.',
  addPasskeyText: 'La clé d’accès ouvrira votre compte.',
  passkeyOn: 'Ajoutée {created}, utilisée {used}',
  passkeyUnused: 'Ajoutée {created}, pas encore utilisée',
  signInWithPasskey: 'Se connecter avec une clé d’accès',
} satisfies Texts<keyof typeof en>
