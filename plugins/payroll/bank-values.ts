/** What a column of a bank file can hold. */
export const bankValues = [
  'employee_name',
  'staff_no',
  'bank_name',
  'bank_account',
  'net',
  'currency',
  'pay_date',
  'payroll_number',
  'fixed_text',
] as const
export type BankValue = (typeof bankValues)[number]
