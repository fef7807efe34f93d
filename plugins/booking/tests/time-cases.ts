import { clocks } from './cases/clock-changes.ts'
import { hours } from './cases/hours.ts'
import type { Case } from './cases/kit.ts'
import { limits } from './cases/limits.ts'
import { nights } from './cases/nights.ts'
import { bookedCases } from './cases/occupied.ts'

export { type Case, weekly } from './cases/kit.ts'

/** All questions with their answers. */
export const cases: Case[] = [...hours, ...nights, ...bookedCases, ...limits, ...clocks]
