import { NOT_FOUND, route, t, WRONG_STATE } from 'stoa'
import { NO_EMPLOYEE_RECORD, requireOwnEmployee, SELF_SERVICE_OFF } from 'stoa/plugins/hr'
import { OwnLeave } from '../api-types.ts'
import { deleteDraft, storeDocument, submitDraft, writeDraft } from '../services/leave-draft.ts'
import { readOwnLeave } from '../services/own-leave.ts'
import { submitRequest, toRequest } from '../services/submit-request.ts'
import { reasonField, requestFields } from './fields.ts'

const refusals = [SELF_SERVICE_OFF, NO_EMPLOYEE_RECORD]
const errors = [...refusals, NOT_FOUND, WRONG_STATE]

/** Routes of the caller's own drafts, which nobody else sees. */
export const ownDraftRoutes = [
  route({
    on: 'POST /my/leave/draft',
    id: 'my.leave_draft',
    summary: 'Save a request for leave as a draft',
    description: 'A draft takes no days and is seen by nobody else. Accepts a file `document`, of a picture or a PDF.',
    open: 'signed-in',
    idempotent: true,
    fileFields: ['document'],
    maxFiles: 1,
    body: { ...requestFields, reason: reasonField },
    response: OwnLeave,
    status: 201,
    errors: refusals,
    run: async ({ ctx, body, request, idempotencyKey: key }) => {
      const own = await requireOwnEmployee(ctx)
      const id = await submitRequest(ctx, own, toRequest(body), { file: request.uploads?.get('document'), key, isDraft: true })
      return readOwnLeave(ctx, own, id)
    },
  }),
  route({
    on: 'PUT /my/leave/:id',
    id: 'my.leave_change_draft',
    summary: 'Change a draft of the caller',
    description: 'Accepts a file `document`, which replaces the one of the draft.',
    open: 'signed-in',
    fileFields: ['document'],
    maxFiles: 1,
    body: { ...requestFields, reason: reasonField },
    response: OwnLeave,
    errors,
    run: async ({ kernel, ctx, params: { id }, body, request }) => {
      const own = await requireOwnEmployee(ctx)
      await readOwnLeave(ctx, own, id)
      const document = await storeDocument(ctx, request.uploads?.get('document'))
      await kernel.transaction((tx) => writeDraft(tx, ctx, own, { request: toRequest(body), document, id }))
      return readOwnLeave(ctx, own, id)
    },
  }),
  route({
    on: 'POST /my/leave/:id/submit',
    id: 'my.leave_submit',
    summary: 'Submit a draft of the caller',
    open: 'signed-in',
    response: OwnLeave,
    errors,
    run: async ({ kernel, ctx, params: { id } }) => {
      const own = await requireOwnEmployee(ctx)
      await kernel.transaction((tx) => submitDraft(tx, ctx, own, id))
      return readOwnLeave(ctx, own, id)
    },
  }),
  route({
    on: 'DELETE /my/leave/:id',
    id: 'my.leave_delete_draft',
    summary: 'Delete a draft of the caller',
    open: 'signed-in',
    response: t.object({ id: t.id() }),
    errors,
    run: async ({ kernel, ctx, params: { id } }) => {
      const own = await requireOwnEmployee(ctx)
      await kernel.transaction((tx) => deleteDraft(tx, ctx, own, id))
      return { id }
    },
  }),
]
