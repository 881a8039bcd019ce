import { openFolderStore } from './folder-store.ts'
import { S3Error } from './s3-client.ts'
import { openS3Store, type S3Settings } from './s3-store.ts'
import type { FileStore } from './store.ts'

/** Where files are: a bucket, or a folder of the data directory. */
export interface StorePlace {
  readonly dataDir: string
  readonly s3: S3Settings | null
}

export async function openFiles({ s3, dataDir }: StorePlace): Promise<FileStore> {
  return s3 ? openS3Store(s3) : openFolderStore(dataDir)
}

/** Whether reading failed because there is no such file. */
export function isGone(error: unknown): boolean {
  return error instanceof S3Error ? error.status === 404 : (error as NodeJS.ErrnoException | null)?.code === 'ENOENT'
}
