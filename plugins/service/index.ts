/** What other plugins may use of applications for services. */
declare module 'stoa/events' {
  interface Events {
    /** Somebody asked for a service. */
    'application.applied': { applicationId: number }
    /** Staff said yes: it is to be paid. */
    'application.approved': { applicationId: number }
    'application.rejected': { applicationId: number }
    'application.completed': { applicationId: number }
    'application.canceled': { applicationId: number }
    /** Nobody has answered it for longer than the shop wants. */
    'application.waiting': { applicationId: number }
  }
}

export { application } from './resources/application.ts'
