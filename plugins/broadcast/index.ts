/** Public exports of this plugin. */
export { broadcast } from './resources/broadcast.ts'
