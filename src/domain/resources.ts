export const resourceCategories = ['documents', 'visuels', 'outils'] as const
export type ResourceCategory = (typeof resourceCategories)[number]

export const resourceCategoryLabels: Readonly<Record<ResourceCategory, string>> = {
  documents: 'Documents',
  visuels: 'Visuals',
  outils: 'Tools',
}
