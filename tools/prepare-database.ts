// Makes the embedded database of a first start in the data directory given, while the server is built: PostgreSQL's own
// initialisation takes seconds of one processor. What fails here fails again, with a message, when the server opens it.
import { lockDirectory } from '#platform/server/db/directory-lock.ts'
import { prepareFolder } from '#platform/server/db/pglite-folder.ts'

const [dataDir] = process.argv.slice(2)
if (!dataDir) throw new Error('The data directory is to be given.')
process.umask(0o077)
const unlock = lockDirectory(dataDir)
await prepareFolder(dataDir, true)
unlock()
