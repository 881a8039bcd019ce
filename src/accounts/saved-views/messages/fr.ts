import type { Texts } from '#platform/messages/texts.ts'
import type en from './en.ts'

export default {
  deleteView: 'Supprimer la vue {name}',
  nameMissing: 'Donnez un nom à la vue',
  nameOfView: 'Nom de cette vue',
  savedViews: 'Vues enregistrées',
  tooManyFilters: 'Cette vue a trop de filtres',
  tooManyViews: '{maxSavedViews} vues au plus sont conservées : supprimez-en une d’abord',
} satisfies Texts<keyof typeof en>
