import { AppError, type Ctx, f, media, message, NOT_FOUND, recordAudit, route, validationError } from 'stoa'
import { SEE_ALL, SEE_BANK } from 'stoa/plugins/hr'
import { PayTable } from '../api-types.ts'
import { hrPayroll } from '../resources/payroll.ts'
import { findBankFormat, writeBankFile } from '../services/bank-file.ts'
import { readRemittance } from '../services/remittance.ts'
import { readYearTotals } from '../services/year-totals.ts'
import { idField } from './fields.ts'
import { mimes, sendFile, sendTable } from './send-table.ts'

/** Permission to download the file that a bank imports. */
export const BANK_FILE = 'export hr bank file'
/** Permission to read and download contributions that are due. */
export const REMITTANCE = 'export hr remittance'
/** Permission to read and download the totals of a year. */
export const YEAR_TOTALS = 'export hr pay total'

const open = new Set(['approved', 'sent', 'paid'])

const formats = ['csv', 'xlsx'] as const

/** Records in the audit log that a table was read. */
const recordTable = (ctx: Ctx, field: string, value: string | number): Promise<void> =>
  recordAudit(ctx.kernel.db, ctx, { resource: 'hr_payroll', rowId: null, verb: 'export', changes: [{ field, old: null, new: value }] })

const remittance = {
  needs: `${REMITTANCE} & ${SEE_ALL}`,
  query: { month: f.text({ maxLength: 7, docs: 'Such as 2026-11.' }) },
  async read(ctx: Ctx, month: string): Promise<PayTable> {
    if (!/^(19|2\d)\d\d-(0[1-9]|1[0-2])$/.test(month)) throw validationError({ month: message('payroll:error.month') })
    await recordTable(ctx, 'remittance', month)
    return readRemittance(ctx, month)
  },
}

const totals = {
  needs: `${YEAR_TOTALS} & ${SEE_ALL}`,
  query: { year: f.int({ min: 1900, max: 2999 }) },
  async read(ctx: Ctx, year: number): Promise<PayTable> {
    await recordTable(ctx, 'totals', year)
    return readYearTotals(ctx, year)
  },
}

/** Files and tables of approved payrolls. Each is an export in the audit log. */
export const outputRoutes = [
  route({
    on: 'GET /hr_payroll/:id/bank-file',
    id: 'hr_payroll.bank_file',
    summary: 'The file that a bank imports to pay an approved payroll',
    needs: `${BANK_FILE} & ${SEE_BANK}`,
    query: { format_id: idField },
    response: media('text/csv'),
    errors: [NOT_FOUND],
    run: async ({ kernel, ctx, params: { id }, query: { format_id }, reply }) => {
      const payroll = await kernel.resources.get(ctx, hrPayroll, id)
      if (!open.has(payroll.status)) throw new AppError(NOT_FOUND)
      const format = await findBankFormat(ctx, format_id)
      if (!format) throw validationError({ format_id: message('core:rule.not_exists') })
      await recordAudit(kernel.db, ctx, {
        resource: 'hr_payroll',
        rowId: id,
        verb: 'export',
        changes: [{ field: 'bank_file', old: null, new: format.code }],
      })
      return sendFile(
        reply,
        'text/csv',
        `attachment; filename="${payroll.number}-${format.code}.csv"`,
        await writeBankFile(ctx, id, format),
      )
    },
  }),
  route({
    ...remittance,
    on: 'GET /hr_payroll/remittance',
    id: 'hr_payroll.remittance',
    summary: 'Contributions of a month with the day on which they are due',
    response: PayTable,
    run: ({ ctx, query: { month } }) => remittance.read(ctx, month),
  }),
  ...formats.map((format) =>
    route({
      ...remittance,
      on: `GET /hr_payroll/remittance/${format}`,
      id: `hr_payroll.remittance_${format}`,
      summary: `Contributions of a month as ${format}`,
      response: media(mimes[format]),
      streams: true,
      run: async ({ ctx, query: { month }, reply }) =>
        sendTable(reply, format, `contributions-${month}`, await remittance.read(ctx, month)),
    }),
  ),
  route({
    ...totals,
    on: 'GET /hr_payroll/totals',
    id: 'hr_payroll.totals',
    summary: 'Totals of a year by employee',
    response: PayTable,
    run: ({ ctx, query: { year } }) => totals.read(ctx, year),
  }),
  ...formats.map((format) =>
    route({
      ...totals,
      on: `GET /hr_payroll/totals/${format}`,
      id: `hr_payroll.totals_${format}`,
      summary: `Totals of a year by employee as ${format}`,
      response: media(mimes[format]),
      streams: true,
      run: async ({ ctx, query: { year }, reply }) => sendTable(reply, format, `pay-${year}`, await totals.read(ctx, year)),
    }),
  ),
]
