import { f, media, NOT_FOUND, route, STALE, toLocale, WRONG_STATE } from 'stoa'
import { historyRoute, PRINTING_BUSY, sendDocument } from 'stoa/plugins/documents'
import { ClaimView } from '../api-types.ts'
import { createClaimDocument } from '../services/claim-document.ts'
import { readClaimView } from '../services/claim-view.ts'
import { setApprovedAmounts, setExchangeRate } from '../services/edit-decision.ts'
import { idField } from './fields.ts'

const version = f.int({ min: 1, docs: 'The version of the claim that was shown.' })

/** Routes for managers and finance beside the transitions. */
export const adminRoutes = [
  historyRoute('hr_reimbursement'),
  route({
    on: 'GET /hr_reimbursement/:id/view',
    id: 'hr_reimbursement.view',
    summary: 'An expense claim with expenses, receipts and warnings, and what the caller may do',
    needs: 'get hr reimbursement',
    response: ClaimView,
    errors: [NOT_FOUND],
    run: ({ ctx, params }) => readClaimView(ctx, params.id),
  }),
  route({
    on: 'GET /hr_reimbursement/:id/pdf',
    id: 'hr_reimbursement.document',
    summary: 'An expense claim as PDF',
    needs: 'get hr reimbursement',
    query: { language: f.maybe(f.text({ maxLength: 20 })) },
    response: media('application/pdf'),
    errors: [NOT_FOUND, PRINTING_BUSY],
    run: async ({ kernel, ctx, params, query, reply }) => {
      const { number, document } = await createClaimDocument(ctx, params.id, toLocale(query.language, ctx.mainLanguage))
      return sendDocument(kernel, reply, number, document)
    },
  }),
  route({
    on: 'POST /hr_reimbursement/:id/amounts',
    id: 'hr_reimbursement.amounts',
    summary: 'Set the approved amounts of expenses',
    description: 'While the manager decides it needs `endorse hr reimbursement`, then `approve hr reimbursement`.',
    needs: 'get hr reimbursement',
    body: { version, amounts: f.items({ id: idField, approved_amount: f.money(), note: f.text({ default: '', maxLength: 500 }) }) },
    response: ClaimView,
    errors: [NOT_FOUND, STALE, WRONG_STATE],
    run: async ({ ctx, params, body }) => {
      await setApprovedAmounts(ctx, params.id, body.version, body.amounts)
      return readClaimView(ctx, params.id)
    },
  }),
  route({
    on: 'POST /hr_reimbursement/:id/rate',
    id: 'hr_reimbursement.rate',
    summary: 'Change the exchange rate of an expense',
    needs: 'approve hr reimbursement',
    body: { version, item_id: idField, rate: f.decimal({ min: 0, max: 999_999_999 }), reason: f.area({ maxLength: 500 }) },
    response: ClaimView,
    errors: [NOT_FOUND, STALE, WRONG_STATE],
    run: async ({ ctx, params, body }) => {
      await setExchangeRate(ctx, params.id, body)
      return readClaimView(ctx, params.id)
    },
  }),
]
