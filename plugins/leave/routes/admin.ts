import { type Ctx, f, ignoreNotFound, idempotent, message, NOT_FOUND, route, sql, validationError } from 'stoa'
import { readHistory } from 'stoa/plugins/documents'
import { hrEmployee } from 'stoa/plugins/hr'
import { Balances, CreatedLeave, LeaveContext, LeaveHistory, LedgerRows } from '../api-types.ts'
import { hrLeave } from '../resources/leave.ts'
import { adjustBalance } from '../services/adjust-balance.ts'
import { readBalances } from '../services/balances.ts'
import { readLeaveContext } from '../services/leave-context.ts'
import { readLedgerRows } from '../services/ledger-rows.ts'
import { submitRequest, toRequest } from '../services/submit-request.ts'
import { idField, reasonField, requestFields } from './fields.ts'

const ADJUST = 'adjust hr leave balance'
/** Employees on a page of balances. */
const limit = 50

/** Only employees in the row scope exist for the caller. @throws AppError INVALID at `employee_id` */
async function assertInScope(ctx: Ctx, employeeId: number): Promise<void> {
  const found = await ignoreNotFound(ctx.kernel.resources.get(ctx, hrEmployee, employeeId))
  if (!found) throw validationError({ employee_id: message('core:rule.not_exists') })
}

/** A page of the employees in the row scope, by name. */
async function listEmployees(ctx: Ctx, page: number) {
  const query = { enabled: '1', sort: 'name', page: String(page), limit: String(limit), fields: '*' }
  const { data, total } = await ctx.kernel.resources.list(ctx, hrEmployee, query)
  return { data, more: page * limit < total }
}

async function findEmployee(ctx: Ctx, id: number) {
  const employee = await ignoreNotFound(ctx.kernel.resources.get(ctx, hrEmployee, id))
  return { data: employee ? [employee] : [], more: false }
}

const readToday = async ({ kernel }: Ctx): Promise<string> =>
  (await kernel.db.one<{ day: string }>(sql`select to_char(business_day(), 'YYYY-MM-DD') as day`))?.day ?? ''

/** Routes for managers and HR beside the transitions. */
export const adminRoutes = [
  route({
    on: 'GET /hr_leave/:id/history',
    id: 'hr_leave.history',
    summary: 'History with actors, oldest first',
    needs: 'get hr leave',
    response: LeaveHistory,
    errors: [NOT_FOUND],
    run: async ({ kernel, ctx, params: { id } }) => {
      await kernel.resources.get(ctx, hrLeave, id)
      return { data: await readHistory(kernel.db, 'hr_leave', id) }
    },
  }),
  route({
    on: 'GET /hr_leave/balance',
    id: 'hr_leave.balances',
    summary: 'Leave balances by employee and type on a date',
    needs: 'get hr leave ledger',
    query: {
      date: f.maybe(f.date()),
      employee_id: f.maybe(idField),
      type_id: f.maybe(idField),
      page: f.int({ default: 1, min: 1, max: 1_000_000 }),
    },
    response: Balances,
    run: async ({ ctx, query: { employee_id, type_id: typeId, page, ...query } }) => {
      const date = query.date ?? (await readToday(ctx))
      const found = employee_id === null ? await listEmployees(ctx, page) : await findEmployee(ctx, employee_id)
      const names = new Map(found.data.map(({ id, name }) => [id, name]))
      const balances = await readBalances(ctx, { date, employees: found.data, typeId })
      return {
        date,
        more: found.more,
        data: balances.map((balance) => ({ ...balance, employee: names.get(balance.employee_id) ?? '' })),
      }
    },
  }),
  route({
    on: 'GET /hr_leave/balance/rows',
    id: 'hr_leave.balance_rows',
    summary: 'The ledger rows behind a balance',
    needs: 'get hr leave ledger',
    query: { date: f.maybe(f.date()), employee_id: idField, type_id: idField },
    response: LedgerRows,
    run: async ({ ctx, query: { employee_id, type_id, date } }) => {
      await assertInScope(ctx, employee_id)
      return readLedgerRows(ctx, { employeeId: employee_id, typeId: type_id, date: date ?? (await readToday(ctx)) })
    },
  }),
  route({
    on: 'POST /hr_leave/balance/adjust',
    id: 'hr_leave.adjust_balance',
    summary: 'Add days to a leave balance, or remove them',
    description: 'Writes rows to the ledger. Removed days are taken from the balance like leave. `encash` records days that are paid out.',
    needs: ADJUST,
    idempotent: true,
    body: {
      employee_id: idField,
      type_id: idField,
      kind: f.pick(['adjust', 'encash'], { default: 'adjust' }),
      days: f.decimal({ min: -999, max: 999 }),
      valid_from: f.maybe(f.date()),
      valid_to: f.maybe(f.date()),
      reason: f.area({ maxLength: 500 }),
    },
    response: LedgerRows,
    run: async ({ kernel, ctx, body, idempotencyKey }) => {
      await assertInScope(ctx, body.employee_id)
      await kernel.transaction((tx) =>
        idempotent(tx, `leave adjust ${body.employee_id}`, idempotencyKey, body, async () => {
          await adjustBalance(tx, ctx, { ...body, days: Number(body.days) })
          return true
        }),
      )
      const date = body.valid_from ?? (await readToday(ctx))
      return readLedgerRows(ctx, { employeeId: body.employee_id, typeId: body.type_id, date })
    },
  }),
  route({
    on: 'POST /hr_leave/request',
    id: 'hr_leave.request',
    summary: 'Ask for leave on behalf of an employee',
    needs: 'request hr leave',
    idempotent: true,
    fileFields: ['document'],
    maxFiles: 1,
    body: { employee_id: idField, ...requestFields, reason: reasonField },
    response: CreatedLeave,
    status: 201,
    run: async ({ ctx, body: { employee_id, ...body }, request, idempotencyKey: key }) => {
      await assertInScope(ctx, employee_id)
      const file = request.uploads?.get('document')
      return { id: await submitRequest(ctx, { id: employee_id }, toRequest(body), { file, key }) }
    },
  }),
  route({
    on: 'GET /hr_leave/:id/context',
    id: 'hr_leave.context',
    summary: 'What a decision on a leave needs: cost by date, balance, and colleagues who are away',
    needs: 'get hr leave',
    response: LeaveContext,
    errors: [NOT_FOUND],
    run: ({ ctx, params }) => readLeaveContext(ctx, params.id),
  }),
]
