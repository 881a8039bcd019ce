import { createHash } from 'node:crypto'
import type { TransactionContext } from '#platform/server/transaction.ts'
import { type ContractText, hashedWords, printedText } from '../domain/contract-text.ts'

/** Keeps the text that the contract's PDF was printed from. */
export async function keepText({ tx }: TransactionContext, contractId: string, text: ContractText): Promise<void> {
  const printed = printedText(text)
  const { sha256 } = await tx
    .selectFrom('contracts as c')
    .innerJoin('files as f', 'f.id', 'c.file_id')
    .select('f.sha256')
    .where('c.id', '=', contractId)
    .executeTakeFirstOrThrow()
  await tx
    .insertInto('contract_texts')
    .values({
      contract_id: contractId,
      document_sha256: sha256,
      title: printed.title,
      body: JSON.stringify(printed.body),
      sha256: createHash('sha256').update(hashedWords(printed)).digest('hex'),
    })
    .execute()
}
