import type { Tx } from '#platform/server/db/database.ts'

/** The text of a contract, if its document is the PDF that was printed from it. */
export function findText(tx: Tx, contractId: string) {
  return tx
    .selectFrom('contract_texts as t')
    .innerJoin('contracts as c', 'c.id', 't.contract_id')
    .innerJoin('files as f', (join) => join.onRef('f.id', '=', 'c.file_id').onRef('f.sha256', '=', 't.document_sha256'))
    .select(['t.title', 't.body', 't.sha256', 't.document_sha256', 'c.user_id'])
    .where('t.contract_id', '=', contractId)
    .executeTakeFirst()
}
