import type { CliPart } from 'stoa'

/** Proofs of this plugin for `stoa prove`. They run on a temporary shop, not on the configured one. */
export const proofs: Record<string, CliPart> = {
  payroll: { summary: 'Kill processes while a payroll is computed', load: () => import('./prove.ts') },
}
