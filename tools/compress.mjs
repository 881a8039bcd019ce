// Compresses the built pages, leaving the processors to everything else.
import { constants, setPriority } from 'node:os'
import { compressPages } from './bootstrap.mjs'

setPriority(constants.priority.PRIORITY_LOW)
compressPages(process.execPath)
