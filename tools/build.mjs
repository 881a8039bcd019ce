// Installs and builds what changed: what `npm start` and others do first.
import { build, install } from './bootstrap.mjs'

build(install({ onlyToRun: true }))
