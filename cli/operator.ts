import { userInfo } from 'node:os'
import { type Ctx, type Kernel, systemCtx } from '../core/context.ts'
import type { Locale } from '../core/api-types.ts'

/** The account of the operating system that runs this command. */
export function operator(): string {
  try {
    return userInfo().username
  } catch {
    // In containers an account may have a uid without a name.
    return `uid ${process.getuid?.() ?? '?'}`
  }
}

/** The context of commands. The audit log records the operating system account. */
export const operatorCtx = (kernel: Kernel, language?: Locale): Ctx => systemCtx(kernel, `${operator()} (command line)`, language)
