import { closeSync, fsyncSync, openSync } from 'node:fs'
import { NodeFS } from '@electric-sql/pglite/nodefs'

interface Stream {
  readonly nfd?: number
  readonly node: unknown
}
interface NodeFiles {
  stream_ops: { fsync?: (stream: Stream) => number }
  realPath(node: unknown): string
}

/**
 * PGlite's files with the fsync they lack: as they come, PostgreSQL believes that its log is on disk when it is in the
 * kernel's memory, and a power cut loses every acknowledged row.
 */
export class DurableFiles extends NodeFS {
  /** How often PostgreSQL's fsync reached the disk: the proof at start counts them. */
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

/** Makes the names in a folder survive a power cut. */
export function syncFolder(path: string): void {
  const folder = openSync(path, 'r')
  try {
    fsyncSync(folder)
  } finally {
    closeSync(folder)
  }
}
