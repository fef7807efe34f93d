import { type Ctx, formatMoney, sql } from 'stoa'
import { readBankDetails } from 'stoa/plugins/hr'
import type { BankValue } from '../bank-values.ts'
import { readEmployees } from './output-table.ts'

interface BankFormat {
  delimiter: 'comma' | 'semicolon' | 'tab' | 'pipe'
  has_header: boolean
  columns: { value: BankValue; label: string; fixed_text: string }[]
}

const delimiters = { comma: ',', semicolon: ';', tab: '\t', pipe: '|' } as const

/** A bank format by id; undefined when it does not exist. */
export const findBankFormat = ({ kernel }: Ctx, id: number): Promise<(BankFormat & { code: string }) | undefined> =>
  kernel.db.one<BankFormat & { code: string }>(sql`
    select t.code, t.delimiter, t.has_header, coalesce((select jsonb_agg(jsonb_build_object('value', c.value, 'label', c.label, 'fixed_text', c.fixed_text) order by c.id)
      from hr_bank_column c where c.format_id = t.id), '[]'::jsonb) as columns from hr_bank_format t where t.id = ${id} and t.enabled`)

/** A field of a delimited file. Formulas of spreadsheet programs become texts. */
function toField(value: string, delimiter: string): string {
  const safe = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value
  return safe.includes(delimiter) || /["\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** The file that a bank imports to pay a payroll: payslips with a positive net, by staff number. UTF-8 without a byte order mark. */
export async function writeBankFile(ctx: Ctx, payrollId: number, format: BankFormat): Promise<Buffer> {
  const rows = await ctx.kernel.db.rows<{ employee_id: number; net: number; currency: string; pay_date: string; number: string }>(sql`
    select t.employee_id, t.net_minor as net, t.currency, to_char(p.pay_date, 'YYYY-MM-DD') as pay_date, p.number
    from hr_payslip t join hr_payroll p on p.id = t.payroll_id
    where t.payroll_id = ${payrollId} and t.status in ('approved', 'sent', 'paid') and t.net_minor > 0`)
  const ids = rows.map(({ employee_id }) => employee_id)
  const employees = await readEmployees(ctx, ids)
  const accounts = await readBankDetails(ctx.kernel, ids)
  const delimiter = delimiters[format.delimiter]
  const toLine = (values: readonly string[]) => values.map((value) => toField(value, delimiter)).join(delimiter)
  const lines = rows
    .map((row) => {
      const employee = employees.get(row.employee_id)
      const account = accounts.get(row.employee_id)
      const values: Record<BankValue, string> = {
        employee_name: employee?.name ?? '',
        staff_no: employee?.staff_no ?? '',
        bank_name: account?.bank_name ?? '',
        bank_account: account?.bank_account ?? '',
        net: formatMoney(row.net),
        currency: row.currency,
        pay_date: row.pay_date,
        payroll_number: row.number,
        fixed_text: '',
      }
      return {
        key: values.staff_no,
        line: toLine(format.columns.map(({ value, fixed_text }) => (value === 'fixed_text' ? fixed_text : values[value]))),
      }
    })
    .toSorted((one, other) => (one.key < other.key ? -1 : 1))
    .map(({ line }) => line)
  const header = format.has_header ? [toLine(format.columns.map((column) => column.label || column.value))] : []
  return Buffer.from([...header, ...lines, ''].join('\r\n'))
}
