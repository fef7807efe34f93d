/** Options of property tests: the same values in each run; `STOA_SEED=7` generates others. */
export const tries = (numRuns: number) => ({ seed: Number(process.env.STOA_SEED ?? 20_261_122), numRuns })
