import { nobody, type TableEntries } from '#access/domain/personal-data.ts'

export const noticeData: TableEntries = { notice_texts: nobody('id audience language version sections since') }
