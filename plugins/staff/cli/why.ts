import type { Command } from 'commander'
import type { Kernel } from 'stoa'
import {
  findAccount,
  type AccountRow,
  resolvePermissions,
  leaf,
  noPermission,
  note,
  printData,
  type SharedOptions,
  withKernel,
} from 'stoa/cli'
import { explainPermission } from '../services/explain.ts'

interface Verdict {
  email: string
  permission: string
  allowed: boolean
  role: string
  reasons: string[]
  hint?: string
}

/** `stoa why`: explains whether an account has a permission, where it comes from, and how to grant it. */
export function command(): Command {
  return leaf('why', 'Explain why an account may or may not do something', "stoa why may@shop.example 'update product'")
    .argument('<email>', 'Email of the account')
    .argument('<permission>', 'As in `stoa permissions`, or product:update')
    .action(async (email: string, typed: string, options: SharedOptions) => {
      const verdict = await withKernel(options, async (kernel) => {
        const [permission] = resolvePermissions(kernel.registry, typed) ?? []
        if (!permission) throw noPermission(kernel.registry, [typed])
        const account = await findAccount(kernel, email)
        return judge(kernel, account, permission)
      })
      if (options.json) return printData(JSON.stringify(verdict))
      printData(`${verdict.allowed ? 'Yes' : 'No'}: ${verdict.email} ${verdict.allowed ? 'may' : 'may not'} ${verdict.permission}.`)
      for (const reason of verdict.reasons) printData(`  ${reason}`)
      if (verdict.hint) note(options, `Try: ${verdict.hint}`)
    })
}

function judge(kernel: Kernel, account: AccountRow, permission: string): Verdict {
  const { email, role } = account
  const { allowed, holds, reasons } = explainPermission(kernel, account, permission)
  const hint = holds
    ? account.enabled
      ? undefined
      : `stoa admin enable ${email}`
    : `stoa role grant ${quoted(role)} ${quoted(permission)}`
  const reasonTexts = reasons.map((reason) => kernel.i18n.text('en-US', reason))
  return { email, permission, allowed, role, reasons: reasonTexts, ...(hint === undefined ? {} : { hint }) }
}

/** Quotes a word for a shell. */
const quoted = (word: string) => (/^[\w.@-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`)
