/**
 * Sample leave types of Hong Kong. They are data that a shop edits like its own: when the law changes, it changes the rows, or adds a
 * type with a later effective date.
 */
export const hongKongTypes = [
  {
    code: 'annual',
    title: { 'en-US': 'Annual leave', 'zh-HK': '年假', 'zh-CN': '年假' },
    unit: 'half_day',
    paid_fraction: '1',
    accrual: 'anniversary',
    includes_holidays: true,
    accrual_table: [7, 7, 8, 9, 10, 11, 12, 13, 14].map((days, n) => ({ years: n + 1, days: String(days) })),
    carry_over_max: '0',
    effective_from: '2007-07-13',
    legal_source:
      'Employment Ordinance (Cap. 57) section 41AA: 7 days after 12 months, 8 after 3 years, up to 14 after 9 years. A statutory holiday within annual leave counts as annual leave, and another holiday has to be appointed (section 41F). Continuous contract: 18 hours a week before 2026-01-18; from then 17 hours a week or 68 hours in 4 weeks.',
  },
  {
    code: 'sickness',
    title: { 'en-US': 'Sick leave', 'zh-HK': '病假', 'zh-CN': '病假' },
    unit: 'half_day',
    paid_fraction: '0.8',
    accrual: 'monthly_last',
    accrual_table: [
      { years: 1, days: '24' },
      { years: 2, days: '48' },
    ],
    balance_max: '120',
    carry_over_max: null,
    needs_document_over_days: '1',
    effective_from: '2024-01-01',
    legal_source:
      'Employment Ordinance (Cap. 57) sections 33 and 35: 2 paid sickness days for each month of the first 12 months, then 4 a month, up to 120. Sickness allowance is four fifths of the average daily wage, for 4 or more consecutive days with a medical certificate.',
  },
  {
    code: 'unpaid',
    title: { 'en-US': 'No-pay leave', 'zh-HK': '無薪假', 'zh-CN': '无薪假' },
    unit: 'half_day',
    paid_fraction: '0',
    needs_balance: false,
    accrual: 'grant',
    accrual_table: [],
    effective_from: '2024-01-01',
    legal_source: '',
  },
] as const
