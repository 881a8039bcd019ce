import { nobody, type TableEntries } from '#access/domain/personal-data.ts'

export const reminderData: TableEntries = {
  reminders: nobody('id contract_id invitation_id after_days sent_at sent_by'),
}
