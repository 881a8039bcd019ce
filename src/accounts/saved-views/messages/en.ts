export default {
  deleteView: 'Delete the view {name}',
  nameMissing: 'Give the view a name',
  nameOfView: 'Name of this view',
  savedViews: 'Saved views',
  tooManyFilters: 'This view has too many filters',
  tooManyViews: 'At most {maxSavedViews} views are kept: delete one first',
} as const
