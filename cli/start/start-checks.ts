import type { Kernel } from '../../core/context.ts'
import { CliError } from '../errors.ts'

/** Runs the checks that stop the start. @throws CliError config with their violations */
export async function requireStartChecks(kernel: Kernel): Promise<void> {
  const checks = kernel.registry.plugins.flatMap(({ checks = {}, startChecks = [] }) => startChecks.map((name) => checks[name]))
  const violations = (await Promise.all(checks.map(async (check) => (await check?.(kernel)) ?? []))).flat()
  if (violations.length > 0) throw new CliError('config', violations.join('\n'))
}
