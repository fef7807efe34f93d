import type { SampleStructure } from './sample-structure.ts'

const MPF = 'Mandatory Provident Fund Schemes Ordinance (Cap. 485), sections 7A, 9 and 10, and Schedules 2 and 3'
const EO = 'Employment Ordinance (Cap. 57)'

const contribution = {
  basis: 'bands',
  effective_from: '2014-06-01',
  is_relevant: false,
  is_wage: false,
  income_max: '30000.00',
  income_max_daily: '1000.00',
  min_service_days: 60,
  age_min: 18,
  age_max: 65,
  legal_source: MPF,
}

/** Pay in Hong Kong: contributions to the Mandatory Provident Fund, overtime, and pay by the average of twelve months. */
export const hongKong: SampleStructure = {
  structure: {
    code: 'hong_kong',
    title: { 'en-US': 'Hong Kong', 'zh-HK': '香港', 'zh-CN': '香港' },
    currency: 'HKD',
    remittance_due_day: 10,
    legal_notes: `${MPF}. Contribution day: Mandatory Provident Fund Schemes (General) Regulation, section 122. ${EO}, sections 13, 15AA, 33, 35, 41, 41C.`,
    continuity: [
      { effective_from: '1968-01-01', week_minutes: 1_080, weeks: 4, legal_source: `${EO}, Schedule 1, before 18 January 2026` },
      {
        effective_from: '2026-01-18',
        week_minutes: 1_020,
        four_week_minutes: 4_080,
        weeks: 4,
        legal_source: 'Employment (Amendment) Ordinance 2025, from 18 January 2026',
      },
    ],
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
      legal_source: 'By contract: the law sets no rate for overtime',
    },
    {
      code: 'overtime_plain',
      title: { 'en-US': 'Overtime at the plain rate', 'zh-HK': '平薪超時工作', 'zh-CN': '平薪加班费' },
      kind: 'earning',
      basis: 'per_hour',
      order: 21,
      effective_from: '2000-01-01',
      hour_quantity: 'overtime_hours',
      factor: '1',
      enabled: false,
      legal_source: 'By contract: the law sets no rate for overtime',
    },
    {
      code: 'holiday_pay',
      title: { 'en-US': 'Holiday pay', 'zh-HK': '假日薪酬', 'zh-CN': '假日薪酬' },
      kind: 'earning',
      basis: 'average',
      order: 30,
      effective_from: '2007-07-13',
      covers_holidays: true,
      continuity_weeks: 13,
      legal_source: `${EO}, sections 40 and 41: average daily wages of the twelve months before, after three months of a continuous contract`,
    },
    {
      code: 'leave_pay',
      title: { 'en-US': 'Leave pay', 'zh-HK': '休假薪酬', 'zh-CN': '休假薪酬' },
      kind: 'earning',
      basis: 'average',
      order: 31,
      effective_from: '2007-07-13',
      covers_leave: true,
      continuity_weeks: 4,
      legal_source: `${EO}, sections 33, 35 and 41C: average daily wages of the twelve months before; sickness allowance is four fifths`,
    },
    {
      ...contribution,
      code: 'mpf_employee',
      title: { 'en-US': 'MPF, employee', 'zh-HK': '強積金僱員供款', 'zh-CN': '强积金雇员供款' },
      kind: 'deduction',
      order: 80,
      first_days_free: 30,
      bands: [{ income_from: '7100.00', income_from_daily: '280.00', percent: '5' }],
    },
    {
      ...contribution,
      code: 'mpf_employer',
      title: { 'en-US': 'MPF, employer', 'zh-HK': '強積金僱主供款', 'zh-CN': '强积金雇主供款' },
      kind: 'employer_cost',
      order: 81,
      bands: [{ income_from: '0.00', percent: '5' }],
    },
  ],
}
