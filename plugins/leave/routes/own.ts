import { f, NOT_FOUND, route, sql, translateMessages, WRONG_STATE } from 'stoa'
import { NO_EMPLOYEE_RECORD, requireOwnEmployee, SELF_SERVICE_OFF } from 'stoa/plugins/hr'
import { LeavePreview, LedgerRows, OwnLeave, OwnLeaves, OwnLeaveTypes } from '../api-types.ts'
import { readBalances } from '../services/balances.ts'
import { readLeaveEmployee } from '../services/employee.ts'
import { evaluateRequest } from '../services/evaluate-request.ts'
import { readLeaveRules, requireRules } from '../services/leave-rules.ts'
import { readLedgerRows } from '../services/ledger-rows.ts'
import { cancelOwnLeave, readOwnLeave, readOwnLeaves } from '../services/own-leave.ts'
import { submitRequest, toRequest } from '../services/submit-request.ts'
import { idField, reasonField, requestFields } from './fields.ts'

const refusals = [SELF_SERVICE_OFF, NO_EMPLOYEE_RECORD]

/** Self-service routes: they read and write the caller's own leave only. */
export const ownRoutes = [
  route({
    on: 'GET /my/leave',
    id: 'my.leave',
    summary: 'Balances and leaves of the caller',
    open: 'signed-in',
    response: OwnLeaves,
    errors: refusals,
    run: async ({ kernel, ctx }) => {
      const own = await requireOwnEmployee(ctx)
      const { today, gender } = await readLeaveEmployee(kernel, ctx, own.id)
      const balances = await readBalances(ctx, { date: today, employees: [{ id: own.id, gender }] })
      return {
        today,
        balances: balances.map(({ employee_id: _id, ...balance }) => balance),
        leaves: await readOwnLeaves(ctx, own),
      }
    },
  }),
  route({
    on: 'GET /my/leave/type',
    id: 'my.leave_types',
    summary: 'Types of leave the caller can ask for',
    open: 'signed-in',
    response: OwnLeaveTypes,
    errors: refusals,
    run: async ({ kernel, ctx }) => {
      const own = await requireOwnEmployee(ctx)
      const { today, gender } = await readLeaveEmployee(kernel, ctx, own.id)
      const types = await readLeaveRules(kernel.db, ctx, sql`t.enabled and (t.gender is null or t.gender = ${gender}::text)`)
      return {
        today,
        data: types.map(({ id, title, unit, needs_balance, needs_document_over_days, min_notice_days }) => ({
          id,
          title,
          unit,
          needs_balance,
          needs_document_over_days,
          min_notice_days,
        })),
      }
    },
  }),
  route({
    on: 'GET /my/leave/preview',
    id: 'my.leave_preview',
    summary: 'What a request would cost, the balance before and after, and why it would be refused',
    open: 'signed-in',
    query: { ...requestFields, has_document: f.flag({ default: false }) },
    response: LeavePreview,
    errors: refusals,
    run: async ({ kernel, ctx, query: { has_document: hasDocument, ...query } }) => {
      const own = await requireOwnEmployee(ctx)
      const employee = await readLeaveEmployee(kernel, ctx, own.id)
      const { type_id, ...span } = toRequest(query)
      const rules = await requireRules(kernel.db, ctx, type_id)
      const evaluation = await evaluateRequest(kernel.db, ctx, { employee, rules, span, hasDocument })
      return {
        ...evaluation,
        detail: evaluation.detail.map(({ holiday_id: _id, exceeds: _exceeds, ...day }) => day),
        problems: evaluation.problems.map(({ field, reason }) => ({
          field,
          reason: [translateMessages(kernel, ctx.interfaceLanguage ?? ctx.language, [reason])].flat().join(' '),
        })),
      }
    },
  }),
  route({
    on: 'GET /my/leave/ledger',
    id: 'my.leave_ledger',
    summary: 'The ledger rows behind a balance of the caller',
    open: 'signed-in',
    query: { type_id: idField },
    response: LedgerRows,
    errors: refusals,
    run: async ({ kernel, ctx, query: { type_id } }) => {
      const own = await requireOwnEmployee(ctx)
      const { today } = await readLeaveEmployee(kernel, ctx, own.id)
      return readLedgerRows(ctx, { employeeId: own.id, typeId: type_id, date: today })
    },
  }),
  route({
    on: 'POST /my/leave',
    id: 'my.leave_request',
    summary: 'Ask for leave',
    description: 'Accepts a file `document`, of a picture or a PDF.',
    open: 'signed-in',
    idempotent: true,
    fileFields: ['document'],
    maxFiles: 1,
    body: { ...requestFields, reason: reasonField },
    response: OwnLeave,
    status: 201,
    errors: refusals,
    run: async ({ ctx, body, request, idempotencyKey }) => {
      const own = await requireOwnEmployee(ctx)
      const id = await submitRequest(ctx, own, toRequest(body), { file: request.uploads?.get('document'), key: idempotencyKey })
      return readOwnLeave(ctx, own, id)
    },
  }),
  route({
    on: 'GET /my/leave/:id',
    id: 'my.leave_view',
    summary: 'A leave of the caller',
    open: 'signed-in',
    response: OwnLeave,
    errors: [...refusals, NOT_FOUND],
    run: async ({ ctx, params }) => readOwnLeave(ctx, await requireOwnEmployee(ctx), params.id),
  }),
  route({
    on: 'POST /my/leave/:id/cancel',
    id: 'my.leave_cancel',
    summary: 'Cancel a leave of the caller: a pending one, or an approved one before its first day',
    open: 'signed-in',
    body: { reason: reasonField },
    response: OwnLeave,
    errors: [...refusals, NOT_FOUND, WRONG_STATE],
    run: async ({ ctx, params, body }) => {
      const own = await requireOwnEmployee(ctx)
      await cancelOwnLeave(ctx, own, params.id, body.reason)
      return readOwnLeave(ctx, own, params.id)
    },
  }),
]
