import { clocks } from './cases/clock-changes.ts'
import { hours } from './cases/hours.ts'
import type { Case } from './cases/kit.ts'
import { limits } from './cases/limits.ts'
import { nights } from './cases/nights.ts'
import { bookedCases } from './cases/occupied.ts'

export { type Case, weekly } from './cases/kit.ts'

/** All test cases. */
export const cases: Case[] = [...hours, ...nights, ...bookedCases, ...limits, ...clocks]
