import type { SampleStructure } from './sample-structure.ts'

const SOURCE =
  'Central Provident Fund Act 1953, First Schedule; CPF Board, “How much CPF contributions to pay”, https://www.cpf.gov.sg/employer/employer-obligations/how-much-cpf-contributions-to-pay'

/** Ages from the month after the birthday, with the percentages of employer and employee above $750. */
type Rates = readonly (readonly [ageFrom: number | null, ageTo: number | null, employer: string, employee: string])[]

const rates2025: Rates = [
  [null, 55, '17', '20'],
  [55, 60, '15.5', '17'],
  [60, 65, '12', '11.5'],
  [65, 70, '9', '7.5'],
  [70, null, '7.5', '5'],
]
const rates2026: Rates = [
  [null, 55, '17', '20'],
  [55, 60, '16', '18'],
  [60, 65, '12.5', '12.5'],
  [65, 70, '9', '7.5'],
  [70, null, '7.5', '5'],
]

/** Employees pay nothing up to $500, three times their percentage of what exceeds $500 up to $750, and their percentage above. */
const toEmployeeBands = (rates: Rates) =>
  rates.flatMap(([age_from, age_to, , percent]) => [
    { age_from, age_to, income_from: '0.00', percent: '0' },
    { age_from, age_to, income_from: '500.00', is_exclusive: true, percent: String(Number(percent) * 3), excess_over: '500.00' },
    { age_from, age_to, income_from: '750.00', is_exclusive: true, percent },
  ])

/** Employers pay nothing up to $50. */
const toEmployerBands = (rates: Rates) =>
  rates.flatMap(([age_from, age_to, percent]) => [
    { age_from, age_to, income_from: '0.00', percent: '0' },
    { age_from, age_to, income_from: '50.00', is_exclusive: true, percent },
  ])

/** Two rules for a span of years: the total is rounded to the dollar, and the part of the employee is rounded down. */
const listRules = (rates: Rates, span: { effective_from: string; effective_to?: string; income_max: string }): SampleStructure['rules'] => {
  const shared = { ...span, basis: 'bands', is_relevant: false, is_wage: false, age_date: 'day_before_period', legal_source: SOURCE }
  return [
    {
      ...shared,
      code: 'cpf_employee',
      title: { 'en-US': 'CPF, employee', 'zh-HK': '公積金僱員供款', 'zh-CN': '公积金雇员缴纳' },
      kind: 'deduction',
      order: 80,
      rounding: 'down',
      bands: toEmployeeBands(rates),
    },
    {
      ...shared,
      code: 'cpf_employer',
      title: { 'en-US': 'CPF, employer', 'zh-HK': '公積金僱主供款', 'zh-CN': '公积金雇主缴纳' },
      kind: 'employer_cost',
      order: 81,
      rounding: 'nearest',
      rounds_with: 'cpf_employee',
      bands: toEmployerBands(rates),
    },
  ]
}

/** Pay in Singapore: contributions to the Central Provident Fund of citizens, without additional wages. */
export const singapore: SampleStructure = {
  structure: {
    code: 'singapore',
    title: { 'en-US': 'Singapore', 'zh-HK': '新加坡', 'zh-CN': '新加坡' },
    currency: 'SGD',
    remittance_due_day: 14,
    legal_notes: `${SOURCE}. Ordinary wages only: bonuses are additional wages with a yearly ceiling of their own.`,
    continuity: [],
  },
  rules: [
    {
      code: 'overtime',
      title: { 'en-US': 'Overtime', 'zh-HK': '超時工作', 'zh-CN': '加班费' },
      kind: 'earning',
      basis: 'per_hour',
      order: 20,
      effective_from: '2000-01-01',
      hour_quantity: 'overtime_hours',
      factor: '1.5',
      legal_source: 'Employment Act 1968, section 38',
    },
    ...listRules(rates2025, { effective_from: '2025-01-01', effective_to: '2025-12-31', income_max: '7400.00' }),
    ...listRules(rates2026, { effective_from: '2026-01-01', income_max: '8000.00' }),
  ],
}
