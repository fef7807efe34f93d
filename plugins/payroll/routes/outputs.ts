import { AppError, f, media, message, NOT_FOUND, recordAudit, route, validationError } from 'stoa'
import { SEE_ALL, SEE_BANK } from 'stoa/plugins/hr'
import { PayTable } from '../api-types.ts'
import { hrPayroll } from '../resources/payroll.ts'
import { findBankFormat, writeBankFile } from '../services/bank-file.ts'
import { readRemittance } from '../services/remittance.ts'
import { readYearTotals } from '../services/year-totals.ts'
import { formatField, idField } from './fields.ts'
import { sendFile, sendTable } from './send-table.ts'

/** Permission to download the file that a bank imports. */
export const BANK_FILE = 'export hr bank file'
/** Permission to read and download contributions that are due. */
export const REMITTANCE = 'export hr remittance'
/** Permission to read and download the totals of a year. */
export const YEAR_TOTALS = 'export hr pay total'

const open = new Set(['approved', 'sent', 'paid'])

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
    on: 'GET /hr_payroll/remittance',
    id: 'hr_payroll.remittance',
    summary: 'Contributions of a month with the day on which they are due',
    needs: `${REMITTANCE} & ${SEE_ALL}`,
    query: { month: f.text({ maxLength: 7, docs: 'Such as 2026-11.' }), format: formatField },
    response: PayTable,
    run: async ({ kernel, ctx, query: { month, format }, reply }) => {
      if (!/^(19|2\d)\d\d-(0[1-9]|1[0-2])$/.test(month)) throw validationError({ month: message('payroll:error.month') })
      await recordAudit(kernel.db, ctx, {
        resource: 'hr_payroll',
        rowId: null,
        verb: 'export',
        changes: [{ field: 'remittance', old: null, new: month }],
      })
      const table = await readRemittance(ctx, month)
      return format === null ? table : sendTable(reply, format, `contributions-${month}`, table)
    },
  }),
  route({
    on: 'GET /hr_payroll/totals',
    id: 'hr_payroll.totals',
    summary: 'Totals of a year by employee',
    needs: `${YEAR_TOTALS} & ${SEE_ALL}`,
    query: { year: f.int({ min: 1900, max: 2999 }), format: formatField },
    response: PayTable,
    run: async ({ kernel, ctx, query: { year, format }, reply }) => {
      await recordAudit(kernel.db, ctx, {
        resource: 'hr_payroll',
        rowId: null,
        verb: 'export',
        changes: [{ field: 'totals', old: null, new: year }],
      })
      const table = await readYearTotals(ctx, year)
      return format === null ? table : sendTable(reply, format, `pay-${year}`, table)
    },
  }),
]
