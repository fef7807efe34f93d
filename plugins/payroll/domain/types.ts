/** Amounts are minor units. Days and hours have at most three decimals. Percentages and factors are decimal texts such as `1.5`. */

export const frequencies = ['monthly', 'semi_monthly', 'fortnightly', 'weekly', 'daily'] as const
export type Frequency = (typeof frequencies)[number]

export const payTypes = ['monthly', 'daily', 'hourly'] as const
export type PayType = (typeof payTypes)[number]

export const dayBases = ['calendar', 'working'] as const
/** Days that a monthly salary is divided by: all days of the period, or its work days. */
export type DayBasis = (typeof dayBases)[number]

export const lineKinds = ['earning', 'deduction', 'employer_cost'] as const
export type LineKind = (typeof lineKinds)[number]

export const ruleBases = ['fixed', 'percent', 'per_day', 'per_hour', 'bands', 'average'] as const
export type RuleBasis = (typeof ruleBases)[number]

export const dayQuantities = ['payment_days', 'worked_days', 'unpaid_days', 'absent_days'] as const
export type DayQuantity = (typeof dayQuantities)[number]

export const hourQuantities = ['overtime_hours', 'worked_hours', 'late_hours'] as const
export type HourQuantity = (typeof hourQuantities)[number]

/** What a percentage is of: the salary of the period, all earnings, or earnings that contributions count. */
export const percentSources = ['base', 'gross', 'relevant_income'] as const
export type PercentSource = (typeof percentSources)[number]

export const ageDates = ['period_start', 'period_end', 'day_before_period'] as const
/** The date on which the age decides between bands. */
export type AgeDate = (typeof ageDates)[number]

export const contributionRoundings = ['none', 'nearest', 'down', 'up'] as const
/** How a contribution is rounded to whole units of the currency. */
export type ContributionRounding = (typeof contributionRoundings)[number]

/** First and last day, both included. */
export interface Period {
  start: string
  end: string
}

/** A band of contributions. The last band, by income, that has begun and whose ages fit counts. */
export interface Band {
  /** Completed years; null for no limit. `age_to` is not included. */
  age_from: number | null
  age_to: number | null
  /** Relevant income from which the band counts, in a monthly period. */
  income_from: number
  /** The same for each day of a shorter period; null for a thirtieth. */
  income_from_daily: number | null
  /** Whether an income of exactly `income_from` still belongs to the band before. */
  is_exclusive: boolean
  percent: string
  /** Part of the income that the percentage does not count, in a monthly period. */
  excess_over: number
}

/** A version of a rule of pay. Fields that its basis does not use are ignored. */
export interface PayRule {
  id: number
  code: string
  kind: LineKind
  basis: RuleBasis
  order: number
  effective_from: string
  effective_to: string | null
  /** Whether the amount is part of the income that contributions count. */
  is_relevant: boolean
  /** Whether the amount is wages, which averages count. */
  is_wage: boolean
  /** `fixed`: reduced by days that are not paid. */
  is_prorated: boolean
  /** `fixed`: for a period. `per_day`: for a day. `per_hour`: for an hour; null for the hourly rate of the salary. */
  amount: number | null
  /** `percent`: the percentage. `per_hour`: the factor of the hourly rate. */
  factor: string
  day_quantity: DayQuantity
  hour_quantity: HourQuantity
  percent_of: PercentSource
  /** `average`: the absences it pays. */
  covers_leave: boolean
  covers_holidays: boolean
  /** `average`: only after so many weeks of a continuous contract; 0 for everybody. */
  continuity_weeks: number
  /** `bands`: the highest income that counts in a monthly period, and for each day of a shorter one; null for none. */
  income_max: number | null
  income_max_daily: number | null
  /** `bands`: no contribution for periods that begin within these first days of employment. */
  first_days_free: number
  /** `bands`: contributions are postponed until the employment has lasted so many days. */
  min_service_days: number
  /** `bands`: income on days outside these ages does not count; `age_max` is not included. */
  age_min: number | null
  age_max: number | null
  age_date: AgeDate
  rounding: ContributionRounding
  /**
   * `bands`: code of a rule before this one. The exact sum of both is rounded, and this rule gets what the other leaves, as when a
   * total is split between employee and employer.
   */
  rounds_with: string | null
  bands: readonly Band[]
}

/** An agreed allowance of a salary. */
export interface Allowance {
  code: string
  /** For a month, whatever the frequency divides it into. */
  amount: number
  is_relevant: boolean
  is_prorated: boolean
}

/** A salary from a date on. */
export interface Salary {
  id: number
  effective_from: string
  pay_type: PayType
  /** For a month, a day or an hour, by the type. */
  base_amount: number
  allowances: readonly Allowance[]
  /** Whether contributions are due: members of other schemes are exempt. */
  is_exempt: boolean
}

/** Part of a day with its source, such as `leave/17` or `attendance/4`. */
export interface DayPartSource {
  date: string
  fraction: number
  ref: string | null
}

/** A day of the full period as pay sees it. */
export interface PayDay {
  date: string
  kind: 'work' | 'rest' | 'holiday'
  /** Part of the day that is work: 0, 0.5 or 1. */
  work: number
  /** Minutes of the whole scheduled day. */
  minutes: number
  /** False before the join date and after the last day. */
  isEmployed: boolean
  /** Part of a holiday that is paid: 0, 0.5 or 1. */
  paidHoliday: number
  /** Approved absences; `paid` is the paid fraction of the absent part. */
  leaves: readonly (DayPartSource & { paid: number })[]
  /** Part of a holiday without pay. */
  unpaidHoliday: number
  /** Part of the work that was missed without leave. */
  absent: number
  /** Source of the attendance. */
  ref: string | null
  /** Without overtime. */
  workedMinutes: number
  /** Approved overtime. */
  overtimeMinutes: number
  lateMinutes: number
}

/** An earlier payslip of the same employment that is not canceled. */
export interface EarlierPayslip extends Period {
  id: number
  /** Wages and days that the average counts, without the part of disregarded days. */
  average_wages: number
  average_days: number
  relevant_income: number
  /** Contributions that were postponed until the employment has lasted long enough. */
  postponed: readonly PostponedContribution[]
  /** Amount that was carried forward because the net would have been negative. */
  carried_forward: number
}

/** A contribution of a period before the employment has lasted long enough. */
export interface PostponedContribution {
  code: string
  kind: LineKind
  amount: number
}

/** A single earning or deduction from outside the rules: a bonus, a claim, a commission. */
export interface PayItem {
  code: string
  kind: 'earning' | 'deduction'
  /** Positive. */
  amount: number
  is_relevant: boolean
  /** Whether it is wages, which the average counts. Claims are not. */
  is_wage: boolean
  /** Source, such as `reimbursement/12`. */
  ref: string
  title: string
}

/** Everything a payslip is computed from. */
export interface PayslipInput {
  frequency: Frequency
  /** The full period, whose days a salary is divided by. */
  period: Period
  dayBasis: DayBasis
  currency: string
  employment: { joinDate: string; lastDay: string | null; birthDate: string | null }
  /** By effective date; the first one may begin before the period. */
  salaries: readonly Salary[]
  /** All days of the full period. */
  days: readonly PayDay[]
  rules: readonly PayRule[]
  items: readonly PayItem[]
  earlier: readonly EarlierPayslip[]
  /** Weeks of a continuous contract until the end of the period. */
  continuousWeeks: number
  /** Differences of earlier payslips that changed after they were approved. */
  adjustments: readonly AdjustmentInput[]
}

/** The lines of an earlier payslip as they are now, against those that were paid, with former adjustments. */
export interface AdjustmentInput {
  payslip_id: number
  before: readonly PayLine[]
  now: readonly PayLine[]
}

/** A line of a payslip. Its amount is positive and its kind decides the sign. Adjustments and what is carried forward may be negative. */
export interface PayLine {
  code: string
  kind: LineKind
  /** Days, hours or a percentage base; null when the amount stands alone. */
  quantity: number | null
  /** Amount of one unit of the quantity, with up to four decimals of a whole unit; null when the amount stands alone. */
  rate: string | null
  amount: number
  is_relevant: boolean
  is_wage: boolean
  /** For items, whose title no rule has. */
  title: string | null
  source: LineSource
}

/** What a line was computed from, so that it can be explained and computed again. */
export type LineSource =
  | {
      type: 'salary'
      salary_id: number
      from: string
      to: string
      base: number
      basis_days: number
      payment_days: number
      unpaid: DayPartSource[]
      absent: DayPartSource[]
    }
  | { type: 'worked'; salary_id: number; from: string; to: string; days: { date: string; quantity: number; ref: string | null }[] }
  | { type: 'rule'; rule_id: number; of: number | null; days: { date: string; quantity: number; ref: string | null }[] }
  | {
      type: 'average'
      rule_id: number
      wages: number
      days: number
      payslip_ids: number[]
      covered: DayPartSource[]
      /** Paid for the same days by the salary. */
      paid: number
    }
  | {
      type: 'contribution'
      rule_id: number
      income: number
      counted_income: number
      income_max: number | null
      percent: string
      excess_over: number
      age: number | null
    }
  | { type: 'postponed'; payslip_id: number; from: string; to: string }
  | { type: 'item'; ref: string }
  | { type: 'adjustment'; payslip_id: number; before: number; now: number; changed: { date: string; ref: string | null }[] }
  | { type: 'carried_forward'; payslip_id: number | null }

/** A computed payslip. */
export interface Payslip {
  working_days: number
  payment_days: number
  paid_leave_days: number
  unpaid_days: number
  absent_days: number
  overtime_min: number
  gross: number
  deductions: number
  employer_cost: number
  net: number
  relevant_income: number
  /** Wages and days that later averages count. */
  average_wages: number
  average_days: number
  postponed: PostponedContribution[]
  carried_forward: number
  lines: PayLine[]
}
