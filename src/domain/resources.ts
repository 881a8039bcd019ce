export const resourceCategories = ['documents', 'visuels', 'outils'] as const
export type ResourceCategory = (typeof resourceCategories)[number]

export const resourceCategoryLabels: Readonly<Record<ResourceCategory, string>> = {
  documents: 'Documents',
  visuels: 'Visuals',
  outils: 'Tools',
}

/** May a partner at this place in the tiers (1 is the first) see a resource kept for `minTierOrder` and up? */
export function mayReadResource(minTierOrder: number | null, partnerTierOrder: number): boolean {
  return minTierOrder === null || partnerTierOrder >= minTierOrder
}
