/** Public exports of this plugin. */
export { membership } from './resources/membership.ts'
export { MEMBERS, type Members } from './services/member-code.ts'
