/** What other plugins may use of loyalty. */
export { membership } from './resources/membership.ts'
export { MEMBERS, type Members } from './services/member-code.ts'
