/** Public exports of this plugin. */
declare module 'stoa/events' {
  interface Events {
    /** A form was submitted. */
    'form.submitted': { formId: number; submissionId: number }
  }
}

export { type Answers } from './domain/answers.ts'
export { CLOSED, FULL, CHANGED, NEEDS_ACCOUNT, SUBMITTED } from './errors.ts'
export { GIFTS, type Giving } from './services/gifts.ts'
export { type Forms, FORMS, type SubmissionSummary } from './services/forms.ts'
export { follow, isPlain, pageAddress, readProblems } from './services/submit-without-javascript.ts'
export type { JudgedAnswers } from './services/questions.ts'
export { FormView, Gift } from './api-types.ts'
export { form } from './resources/form.ts'
export { formSubmission } from './resources/form-submission.ts'
