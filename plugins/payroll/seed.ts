import type { Seed } from 'stoa'

/** Sample data. */
export const seedPayroll: Seed = async () => {}
