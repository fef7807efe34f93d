import { AppError, f, media, NOT_FOUND, recordAudit, route, toLocale } from 'stoa'
import { historyRoute } from 'stoa/plugins/documents'
import { AddedStructure, PayrollReview, PayslipView, StructurePreview } from '../api-types.ts'
import { PAYSLIP_DAMAGED } from '../errors.ts'
import { hrPayroll } from '../resources/payroll.ts'
import { hrPayslip } from '../resources/payslip.ts'
import { hrPayStructure } from '../resources/structure.ts'
import { readPayslipPdf } from '../services/payslip-pdf.ts'
import { readPayslipView } from '../services/payslip-view.ts'
import { readReview } from '../services/review.ts'
import { addSampleStructure, type SampleCode } from '../services/sample-structures.ts'
import { previewStructure } from '../services/structure-preview.ts'
import { pdfLanguage } from './fields.ts'
import { sendFile } from './send-table.ts'

const sampleCodes = ['hong_kong', 'singapore'] as const satisfies readonly SampleCode[]

/** Routes for who prepares payrolls, beside the transitions. */
export const adminRoutes = [
  historyRoute('hr_payroll'),
  route({
    on: 'GET /hr_payroll/:id/review',
    id: 'hr_payroll.review',
    summary: 'A payroll for who reviews it: totals, problems, and each employee against the payroll before',
    needs: 'get hr payroll & get hr payslip',
    response: PayrollReview,
    errors: [NOT_FOUND],
    run: async ({ kernel, ctx, params: { id } }) => {
      await kernel.resources.get(ctx, hrPayroll, id)
      await recordAudit(kernel.db, ctx, { resource: 'hr_payroll', rowId: id, verb: 'get', changes: [] })
      return readReview(ctx, id)
    },
  }),
  route({
    on: 'GET /hr_payslip/:id/view',
    id: 'hr_payslip.view',
    summary: 'A payslip with its lines and what they were computed from',
    needs: 'get hr payslip',
    response: PayslipView,
    errors: [NOT_FOUND],
    run: async ({ kernel, ctx, params: { id } }) => {
      await kernel.resources.get(ctx, hrPayslip, id)
      await recordAudit(kernel.db, ctx, { resource: 'hr_payslip', rowId: id, verb: 'get', changes: [] })
      const payslip = await readPayslipView(ctx, id, ctx.interfaceLanguage ?? ctx.language)
      if (!payslip) throw new AppError(NOT_FOUND)
      return payslip
    },
  }),
  route({
    on: 'GET /hr_payslip/:id/pdf',
    id: 'hr_payslip.pdf',
    summary: 'A printed payslip, generated once for each language',
    needs: 'get hr payslip',
    query: { language: pdfLanguage },
    response: media('application/pdf'),
    errors: [NOT_FOUND, PAYSLIP_DAMAGED],
    run: async ({ kernel, ctx, params: { id }, query: { language }, reply }) => {
      const payslip = await kernel.resources.get(ctx, hrPayslip, id)
      if (!['approved', 'sent', 'paid'].includes(payslip.status)) throw new AppError(NOT_FOUND)
      await recordAudit(kernel.db, ctx, { resource: 'hr_payslip', rowId: id, verb: 'get', changes: [] })
      const bytes = await readPayslipPdf(ctx, id, toLocale(language ?? undefined, ctx.interfaceLanguage ?? ctx.language))
      return sendFile(reply, 'application/pdf', `inline; filename="payslip-${id}.pdf"`, bytes)
    },
  }),
  route({
    on: 'POST /hr_pay_structure/sample',
    id: 'hr_pay_structure.sample',
    summary: 'Add a sample structure with its rules, once',
    needs: 'create hr pay structure & create hr pay rule',
    body: { code: f.pick(sampleCodes) },
    response: AddedStructure,
    run: ({ kernel, ctx, body: { code } }) => kernel.transaction((tx) => addSampleStructure(tx, ctx, code)),
  }),
  route({
    on: 'GET /hr_pay_structure/:id/preview',
    id: 'hr_pay_structure.preview',
    summary: 'The lines that a structure gives for a monthly income, an age and a date',
    needs: 'get hr pay structure',
    query: { income: f.money({ min: 0 }), age: f.int({ min: 14, max: 100 }), date: f.date() },
    response: StructurePreview,
    errors: [NOT_FOUND],
    run: async ({ kernel, ctx, params: { id }, query }) => {
      await kernel.resources.get(ctx, hrPayStructure, id)
      return previewStructure(ctx, id, query)
    },
  }),
]
