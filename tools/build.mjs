// Builds the pages, unless they were built from the same sources.
import { build, install } from './bootstrap.mjs'

build(install())
