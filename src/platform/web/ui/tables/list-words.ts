/** The words of the tools above a list. */
export const listWords = {
  en: {
    add: 'Add filter',
    filters: 'Filters',
    remove: 'Remove the filter',
    view: 'View',
    clear: 'Clear filters',
    csv: 'CSV',
    columns: 'Columns',
    allColumns: 'All columns',
    copy: 'Copy the link to this view',
    copied: 'Link copied',
  },
  fr: {
    add: 'Ajouter un filtre',
    filters: 'Filtres',
    remove: 'Retirer le filtre',
    view: 'Vue',
    clear: 'Effacer les filtres',
    csv: 'CSV',
    columns: 'Colonnes',
    allColumns: 'Toutes les colonnes',
    copy: 'Copier le lien de cette vue',
    copied: 'Lien copié',
  },
} as const

export type ListLanguage = keyof typeof listWords
