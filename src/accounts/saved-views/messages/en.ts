export default {
  nameMissing: 'Give the view a name',
  tooManyFilters: 'This view has too many filters',
  tooManyViews: 'At most {maxSavedViews} views are kept: delete one first',
} as const
