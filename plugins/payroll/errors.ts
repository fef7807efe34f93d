import { defineError } from 'stoa'

/** A stored payslip no longer has the bytes it was generated with. */
export const PAYSLIP_DAMAGED = defineError('PAYSLIP_DAMAGED', 409, 'payroll:error.pdf_damaged')
