/** How properties are tried: the same values in each run; `STOA_SEED=7` tries others. */
export const tries = (numRuns: number) => ({ seed: Number(process.env.STOA_SEED ?? 20_261_122), numRuns })
