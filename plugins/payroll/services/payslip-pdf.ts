import { createHash } from 'node:crypto'
import { AppError, type Ctx, dropFiles, figureText, getFileStore, type Locale, readStoredFile, sql, storeFile } from 'stoa'
import { type Block, DOCUMENTS, type PrintedDocument, readLetterhead } from 'stoa/plugins/documents'
import type { PayslipView } from '../api-types.ts'
import { PAYSLIP_DAMAGED } from '../errors.ts'
import { hrPayslipPdf } from '../resources/payslip.ts'
import { readPayslipView } from './payslip-view.ts'

interface StoredPdf {
  path: string
  sha256: string
}

/** A payslip as a document in a language. */
function layOut(ctx: Ctx, payslip: PayslipView, language: Locale): PrintedDocument {
  const t = (key: string, params: Record<string, string> = {}) => ctx.kernel.i18n.t(language, `payroll:pdf.${key}`, params)
  const { name, head, footnote } = readLetterhead(ctx.kernel, language)
  const money = (amount: string) => figureText(amount, payslip.currency)
  const table = (kind: 'earning' | 'deduction' | 'employer_cost', heading: string): Block[] => {
    const lines = payslip.lines.filter((line) => line.kind === kind)
    if (lines.length === 0) return []
    return [
      { type: 'heading', level: 2, text: heading },
      {
        type: 'table',
        columns: [
          { label: t('line'), share: 5 },
          { label: t('quantity'), share: 1.4, align: 'right' },
          { label: t('rate'), share: 1.8, align: 'right' },
          { label: t('amount'), share: 2, align: 'right' },
        ],
        rows: lines.map((line) => [line.name, line.quantity === null ? '' : String(line.quantity), line.rate ?? '', money(line.amount)]),
      },
    ]
  }
  const title = t('title')
  const period = `${payslip.start} – ${payslip.end}`
  return {
    title: `${title} ${period} ${payslip.employee.name}`,
    language,
    running: `${title} ${period} · ${payslip.employee.name}`,
    foot: `${name} · ${t('page', { page: '{page}', pages: '{pages}' })}`,
    blocks: [
      ...head,
      { type: 'space', height: 5 },
      { type: 'heading', text: title },
      {
        type: 'columns',
        columns: [
          [
            {
              type: 'pairs',
              rows: [
                [t('employee'), payslip.employee.name],
                [t('staff_no'), payslip.employee.staff_no],
                [t('number'), payslip.number],
              ],
            },
          ],
          [
            {
              type: 'pairs',
              rows: [
                [t('period'), period],
                [t('pay_date'), payslip.pay_date],
                [t('currency'), payslip.currency],
                [t('payment_days'), `${payslip.payment_days} / ${payslip.working_days}`],
              ],
            },
          ],
        ],
      },
      { type: 'space', height: 4 },
      ...table('earning', t('earnings')),
      ...table('deduction', t('deductions')),
      { type: 'space', height: 2 },
      {
        type: 'totals',
        rows: [
          [t('gross'), money(payslip.gross)],
          [t('total_deductions'), money(payslip.deductions)],
          [t('net'), `${payslip.currency} ${money(payslip.net)}`],
        ],
      },
      ...table('employer_cost', t('employer_cost')),
      ...(footnote ? [{ type: 'text' as const, text: footnote, quiet: true }] : []),
    ],
  }
}

const findStored = (ctx: Ctx, id: number, language: Locale) =>
  ctx.kernel.db.one<StoredPdf>(sql`select path, sha256 from hr_payslip_pdf where payslip_id = ${id} and language = ${language}`)

/**
 * Generates the PDF of a payslip in a language once, and stores it with its hash. Of two calls at once, one is stored. It must not be
 * called in a transaction. Without a language, the main language of the shop is used.
 */
export async function ensurePayslipPdf(ctx: Ctx, id: number, requested?: Locale): Promise<StoredPdf & { language: Locale }> {
  const { kernel } = ctx
  const language = requested ?? ctx.mainLanguage
  const stored = await findStored(ctx, id, language)
  if (stored) return { ...stored, language }
  const payslip = await readPayslipView(ctx, id, language)
  if (!payslip) throw new Error(`payslip ${id} does not exist`)
  const bytes = await kernel.get(DOCUMENTS).bytes(layOut(ctx, payslip, language))
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  const upload = { bytes, name: `payslip-${payslip.start}.pdf`, type: 'file', trusted: true, isPrivate: true } as const
  const file = await storeFile(kernel, kernel.db, upload)
  const won = await kernel.transaction(async (tx) =>
    tx.run(sql`${tx.insertSql(hrPayslipPdf, { payslip_id: id, language, file: file.id, path: file.path, sha256 })}
      on conflict (payslip_id, language) do nothing`),
  )
  if (won === 1) return { path: file.path, sha256, language }
  await kernel.transaction((tx) => dropFiles(tx, [file.id]))
  const other = await findStored(ctx, id, language)
  return { path: other?.path ?? '', sha256: other?.sha256 ?? '', language }
}

/** The bytes of a printed payslip. @throws AppError PAYSLIP_DAMAGED when they are not those that were generated */
export async function readPayslipPdf(ctx: Ctx, id: number, language?: Locale): Promise<Buffer> {
  const { path, sha256 } = await ensurePayslipPdf(ctx, id, language)
  const bytes = await readStoredFile(getFileStore(ctx.kernel), path)
  if (!bytes || createHash('sha256').update(bytes).digest('hex') !== sha256) throw new AppError(PAYSLIP_DAMAGED)
  return bytes
}
