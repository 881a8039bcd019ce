import { makeWorlds } from './worlds.ts'

export default makeWorlds
