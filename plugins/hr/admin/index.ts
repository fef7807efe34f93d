/** Public exports of this plugin for admin screens. */
export { type OwnEmployeeInfo, SelfService } from './self-service.tsx'
