/** What other plugins may use of loyalty. */
export { membership } from './resources/membership.ts'
