/** Public exports of this plugin. */
export type { PayItem } from './domain/types.ts'
export { adminSalary } from './resources/salary.ts'
export { hrPayroll } from './resources/payroll.ts'
export { hrPayslip } from './resources/payslip.ts'
export { type EmployeePayItem, type PayItemQuery, PAYROLL_SOURCES, type PaySource } from './services/pay-sources.ts'
