import { media, NOT_FOUND, route, toLocale } from 'stoa'
import { NO_EMPLOYEE_RECORD, requireOwnEmployee, SELF_SERVICE_OFF } from 'stoa/plugins/hr'
import { OwnPayslips, PayslipView } from '../api-types.ts'
import { PAYSLIP_DAMAGED } from '../errors.ts'
import { assertOwnPayslip, readOwnPayslip, readOwnPayslips } from '../services/own-payslips.ts'
import { readPayslipPdf } from '../services/payslip-pdf.ts'
import { pdfLanguage } from './fields.ts'
import { sendFile } from './send-table.ts'

const refusals = [SELF_SERVICE_OFF, NO_EMPLOYEE_RECORD]

/** Self-service routes: the caller's own payslips that were sent or paid. */
export const ownRoutes = [
  route({
    on: 'GET /my/payroll',
    id: 'my.payroll',
    summary: 'Payslips of the caller, newest first, with sums by year',
    open: 'signed-in',
    response: OwnPayslips,
    errors: refusals,
    run: async ({ ctx }) => readOwnPayslips(ctx, (await requireOwnEmployee(ctx)).id),
  }),
  route({
    on: 'GET /my/payroll/:id',
    id: 'my.payslip',
    summary: 'A payslip of the caller',
    open: 'signed-in',
    response: PayslipView,
    errors: [...refusals, NOT_FOUND],
    run: async ({ ctx, params }) =>
      readOwnPayslip(ctx, (await requireOwnEmployee(ctx)).id, params.id, ctx.interfaceLanguage ?? ctx.language),
  }),
  route({
    on: 'GET /my/payroll/:id/pdf',
    id: 'my.payslip_pdf',
    summary: 'A printed payslip of the caller',
    open: 'signed-in',
    query: { language: pdfLanguage },
    response: media('application/pdf'),
    errors: [...refusals, NOT_FOUND, PAYSLIP_DAMAGED],
    run: async ({ ctx, params: { id }, query: { language }, reply }) => {
      await assertOwnPayslip(ctx, (await requireOwnEmployee(ctx)).id, id)
      const bytes = await readPayslipPdf(ctx, id, toLocale(language ?? undefined, ctx.interfaceLanguage ?? ctx.language))
      return sendFile(reply, 'application/pdf', `inline; filename="payslip-${id}.pdf"`, bytes)
    },
  }),
]
