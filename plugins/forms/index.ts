/** What other plugins may use of forms. */
declare module '#core/events/events' {
  interface Events {
    /** Somebody answered a form. */
    'form.submitted': { formId: number; submissionId: number }
  }
}

export { form } from './resources/form.ts'
export { formSubmission } from './resources/form-submission.ts'
