/** Public exports of this plugin. */
declare module 'stoa/events' {
  interface Events {
    /** An application was submitted. */
    'application.applied': { applicationId: number }
    /** An application was approved and is to be paid. */
    'application.approved': { applicationId: number }
    'application.rejected': { applicationId: number }
    'application.completed': { applicationId: number }
    'application.canceled': { applicationId: number }
    /** An application has been waiting for longer than the settings allow. */
    'application.waiting': { applicationId: number }
  }
}

export { application } from './resources/application.ts'
