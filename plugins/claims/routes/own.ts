import { f, NOT_FOUND, route, STALE, WRONG_STATE } from 'stoa'
import { NO_EMPLOYEE_RECORD, requireOwnEmployee, SELF_SERVICE_OFF } from 'stoa/plugins/hr'
import { Created, ExpenseForm, OwnClaim, OwnClaims } from '../api-types.ts'
import { createDraft, renameDraft } from '../services/edit-claim.ts'
import { addItem, removeItem, updateItem } from '../services/edit-item.ts'
import { readExpenseForm, readOwnClaim, readOwnClaims } from '../services/own-claims.ts'
import { cancelOwnClaim, reopenOwnClaim, submitClaim } from '../services/submit-claim.ts'
import { expenseFields, idField, titleField } from './fields.ts'

const refusals = [SELF_SERVICE_OFF, NO_EMPLOYEE_RECORD]
const all = [...refusals, NOT_FOUND, WRONG_STATE]
/** Key of a request within a form, where a header cannot be set: a repeated upload adds nothing. */
const keyField = f.maybe(f.text({ minLength: 8, maxLength: 100 }))

/** Self-service routes: they read and write claims of the caller only. */
export const ownRoutes = [
  route({
    on: 'GET /my/reimbursement',
    id: 'my.reimbursements',
    summary: 'Expense claims of the caller',
    open: 'signed-in',
    response: OwnClaims,
    errors: refusals,
    run: async ({ ctx }) => ({ data: await readOwnClaims(ctx, (await requireOwnEmployee(ctx)).id) }),
  }),
  route({
    on: 'GET /my/reimbursement/form',
    id: 'my.reimbursement_form',
    summary: 'Categories, limits and currencies for an expense of the caller',
    open: 'signed-in',
    response: ExpenseForm,
    errors: refusals,
    run: async ({ ctx }) => readExpenseForm(ctx, (await requireOwnEmployee(ctx)).id),
  }),
  route({
    on: 'POST /my/reimbursement',
    id: 'my.reimbursement_create',
    summary: 'Start an expense claim as a draft',
    open: 'signed-in',
    idempotent: true,
    body: { title: titleField },
    response: Created,
    status: 201,
    errors: refusals,
    run: async ({ ctx, body, idempotencyKey }) => ({
      id: await createDraft(ctx, (await requireOwnEmployee(ctx)).id, body.title, idempotencyKey),
    }),
  }),
  route({
    on: 'GET /my/reimbursement/:id',
    id: 'my.reimbursement_view',
    summary: 'An expense claim of the caller with its expenses, problems and possible duplicates',
    open: 'signed-in',
    response: OwnClaim,
    errors: [...refusals, NOT_FOUND],
    run: async ({ ctx, params }) => readOwnClaim(ctx, (await requireOwnEmployee(ctx)).id, params.id),
  }),
  route({
    on: 'PUT /my/reimbursement/:id',
    id: 'my.reimbursement_update',
    summary: 'Change the title of a draft of the caller',
    open: 'signed-in',
    body: { title: titleField },
    response: OwnClaim,
    errors: [...all, STALE],
    run: async ({ ctx, params, body }) => {
      const { id } = await requireOwnEmployee(ctx)
      await renameDraft(ctx, id, params.id, body.title)
      return readOwnClaim(ctx, id, params.id)
    },
  }),
  route({
    on: 'POST /my/reimbursement/:id/item',
    id: 'my.reimbursement_add_item',
    summary: 'Add an expense to a draft of the caller',
    description: 'Accepts a file `receipt`, of a picture or a PDF. A repeated request with the same `key` adds nothing.',
    open: 'signed-in',
    fileFields: ['receipt'],
    maxFiles: 1,
    body: { ...expenseFields, key: keyField },
    response: Created,
    status: 201,
    errors: all,
    run: async ({ ctx, params, body: { key, ...input }, request }) => {
      const { id: employeeId } = await requireOwnEmployee(ctx)
      const upload = { file: request.uploads?.get('receipt'), key: key ?? undefined }
      return { id: await addItem(ctx, { employeeId, claimId: params.id }, input, upload) }
    },
  }),
  route({
    on: 'PUT /my/reimbursement/:id/item/:item',
    id: 'my.reimbursement_update_item',
    summary: 'Change an expense of a draft of the caller',
    description: 'Accepts a file `receipt`, which replaces the stored one.',
    open: 'signed-in',
    params: { item: idField },
    fileFields: ['receipt'],
    maxFiles: 1,
    body: expenseFields,
    response: OwnClaim,
    errors: all,
    run: async ({ ctx, params, body, request }) => {
      const { id: employeeId } = await requireOwnEmployee(ctx)
      const owner = { employeeId, claimId: params.id, itemId: params.item }
      await updateItem(ctx, owner, body, { file: request.uploads?.get('receipt') })
      return readOwnClaim(ctx, employeeId, params.id)
    },
  }),
  route({
    on: 'DELETE /my/reimbursement/:id/item/:item',
    id: 'my.reimbursement_remove_item',
    summary: 'Remove an expense of a draft of the caller, with its receipt',
    open: 'signed-in',
    params: { item: idField },
    response: null,
    status: 204,
    errors: all,
    run: async ({ ctx, params }) => {
      const { id: employeeId } = await requireOwnEmployee(ctx)
      await removeItem(ctx, { employeeId, claimId: params.id, itemId: params.item })
    },
  }),
  ...(
    [
      ['submit', 'Submit a draft of the caller', submitClaim],
      ['cancel', 'Withdraw a draft or pending expense claim of the caller', cancelOwnClaim],
      ['reopen', 'Make a rejected expense claim of the caller a draft again', reopenOwnClaim],
    ] as const
  ).map(([name, summary, change]) =>
    route({
      on: `POST /my/reimbursement/:id/${name}`,
      id: `my.reimbursement_${name}`,
      summary,
      open: 'signed-in',
      response: OwnClaim,
      errors: all,
      run: async ({ ctx, params }) => {
        const { id } = await requireOwnEmployee(ctx)
        await change(ctx, id, params.id)
        return readOwnClaim(ctx, id, params.id)
      },
    }),
  ),
]
