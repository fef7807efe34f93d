import { f, NOT_FOUND, route, t, WRONG_STATE } from 'stoa'
import { OUT_OF_STOCK } from 'stoa/plugins/catalogue'
import { historyRoute } from 'stoa/plugins/documents'
import { FORMS } from 'stoa/plugins/forms'
import { application } from '../resources/application.ts'
import { approve } from '../services/approve.ts'
import { Answers } from '../api-types.ts'

/** Admin routes of applications beside their transitions. */
export const adminRoutes = [
  historyRoute('application'),
  route({
    on: 'GET /application/:id/answers',
    id: 'application.answers',
    summary: 'Answers to the form of an application',
    needs: 'get application',
    response: Answers,
    errors: [NOT_FOUND],
    run: async ({ kernel, ctx, params: { id } }) => {
      const { form_submission_id: submission } = await kernel.resources.get(ctx, application, id)
      const submissionSummary = submission === null ? undefined : await kernel.get(FORMS).getSubmission(ctx, kernel.db, submission)
      return { data: submissionSummary?.lines ?? [], submission_id: submissionSummary ? submission : null }
    },
  }),
  route({
    on: 'POST /application/:id/agree',
    id: 'application.agree',
    summary: 'Approve an application: creates the order and emails the payment link',
    needs: 'update application',
    body: { note: f.area({ default: '', maxLength: 2_000 }) },
    response: t.row('application'),
    errors: [NOT_FOUND, WRONG_STATE, OUT_OF_STOCK],
    run: async ({ kernel, ctx, params: { id }, body }) => {
      // Checks the row scope of the actor. @throws AppError NOT_FOUND
      await kernel.resources.get(ctx, application, id)
      await kernel.transaction((tx) => approve(tx, ctx, id, body.note))
      return kernel.resources.get(ctx, application, id)
    },
  }),
]
