import { addMonths } from 'stoa/calendar-date'
import { sumQuantities } from './ratio.ts'
import type { EarlierPayslip } from './types.ts'

/** Wages and days of the payslips that an average counts. */
export interface AverageWage {
  wages: number
  days: number
  payslipIds: number[]
}

/**
 * Wages and days of the twelve months before a period, or of the shorter employment; undefined when nothing was paid yet. The average
 * daily wage is their quotient. Days that were not paid in full, and what was paid for them, are disregarded.
 * Source: Employment Ordinance (Cap. 57) sections 35 and 41.
 */
export function findAverageWage(earlier: readonly EarlierPayslip[], periodStart: string): AverageWage | undefined {
  const from = addMonths(periodStart, -12)
  const counted = earlier.filter(({ start, end, average_days }) => start >= from && end < periodStart && average_days > 0)
  const days = sumQuantities(counted.map(({ average_days }) => average_days))
  if (days <= 0) return undefined
  return { wages: counted.reduce((sum, { average_wages }) => sum + average_wages, 0), days, payslipIds: counted.map(({ id }) => id) }
}
