import { nobody, type TableEntries } from '#access/domain/personal-data.ts'

export const periodData: TableEntries = {
  data_periods: nobody('id chosen confirmed confirmed_by confirmed_at ran_at removed'),
}
