import { expect, it } from 'vitest'
import { computeContributions } from '../domain/contributions.ts'
import { createBand, createInput, createRule, dollars, sumCode } from './rules-fixture.ts'

const young = { age_from: null, age_to: 55 }
const old = { age_from: 55, age_to: 60 }
const base = { basis: 'bands', income_max: dollars(8_000), age_date: 'day_before_period', is_wage: false } as const
const from = (income: number) => ({ income_from: dollars(income), is_exclusive: true })

/** Contributions to the Central Provident Fund below 60 years, with the rates of 2026. */
const cpf = [
  createRule({
    ...base,
    id: 20,
    code: 'cpf_employee',
    kind: 'deduction',
    rounding: 'down',
    bands: [
      createBand(young),
      createBand({ ...young, ...from(500), percent: '60', excess_over: dollars(500) }),
      createBand({ ...young, ...from(750), percent: '20' }),
      createBand(old),
      createBand({ ...old, ...from(750), percent: '18' }),
    ],
  }),
  createRule({
    ...base,
    id: 21,
    code: 'cpf_employer',
    kind: 'employer_cost',
    rounding: 'nearest',
    rounds_with: 'cpf_employee',
    bands: [
      createBand(young),
      createBand({ ...young, ...from(50), percent: '17' }),
      createBand(old),
      createBand({ ...old, ...from(50), percent: '16' }),
    ],
  }),
]

it.each([
  [50, '1990-01-01', 0, 0],
  [51, '1990-01-01', 0, 9],
  [500, '1990-01-01', 0, 85],
  [600, '1990-01-01', 60, 102],
  [750, '1990-01-01', 150, 128],
  [751, '1990-01-01', 150, 128],
  // The total of 370.74 is 371, of which 200.40 is 200.
  [1_002, '1990-01-01', 200, 171],
  [1_033, '1990-01-01', 206, 176],
  [5_000, '1990-01-01', 1_000, 850],
  [8_000, '1990-01-01', 1_600, 1_360],
  [9_500, '1990-01-01', 1_600, 1_360],
  [5_000, '1971-10-31', 900, 800], // 55 on the last day of the month before
  [5_000, '1971-11-01', 1_000, 850], // 55 on the first day: the new rate begins a month later
  [5_000, '1971-11-15', 1_000, 850],
])('bands by age, rounded as a total: %d of somebody born on %s give %d and %d', (income, birthDate, employee, employer) => {
  const employment = { joinDate: '2020-01-01', lastDay: null, birthDate }
  const { lines } = computeContributions(createInput({ rules: cpf, employment, currency: 'SGD' }), dollars(income))
  expect([sumCode(lines, 'cpf_employee'), sumCode(lines, 'cpf_employer')]).toEqual([employee, employer])
})
