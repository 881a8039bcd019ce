import { compileCache } from '../tools/node24.mjs'

/**
 * Processes that tests start keep what Node has compiled, as those of a portal do: a child that seals or prints starts in half
 * the processor time, and there are hundreds of them. It is said here and not where the run begins, since the processes of the
 * tests themselves would write all of their modules when they end.
 */
process.env.NODE_COMPILE_CACHE ??= compileCache
