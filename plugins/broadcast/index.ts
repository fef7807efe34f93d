/** What other plugins may use of broadcasts. */
export { broadcast } from './resources/broadcast.ts'
