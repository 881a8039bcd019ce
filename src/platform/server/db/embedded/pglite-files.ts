import { fsyncSync } from 'node:fs'
import { NodeFS } from '@electric-sql/pglite/nodefs'
import { syncFolder } from './sync-folder.ts'

interface Stream {
  readonly nfd?: number
  readonly node: unknown
}
interface NodeFiles {
  stream_ops: { fsync?: (stream: Stream) => number }
  realPath(node: unknown): string
}

/**
 * PGlite file system with working fsync. By default its fsync does nothing, and a power failure would lose acknowledged
 * commits.
 */
export class DurableFiles extends NodeFS {
  /** Number of effective fsync calls; checked at start. */
  syncs = 0

  override async init(...parameters: Parameters<NodeFS['init']>): ReturnType<NodeFS['init']> {
    const { emscriptenOpts } = await super.init(...parameters)
    const patch = (module: { NODEFS: NodeFiles }) => {
      const files = module.NODEFS
      files.stream_ops.fsync = (stream) => {
        if (stream.nfd === undefined) syncFolder(files.realPath(stream.node))
        else fsyncSync(stream.nfd)
        this.syncs += 1
        return 0
      }
    }
    return { emscriptenOpts: { ...emscriptenOpts, preRun: [...(emscriptenOpts.preRun ?? []), patch as never] } }
  }
}
