import type { Command } from 'commander'
import { accountOf, knownPermission, noPermission, type AccountRow } from '../access.ts'
import { withKernel } from '../kernel.ts'
import { leaf, type SharedOptions } from '../options.ts'
import { note, printData } from '../output.ts'

interface Verdict {
  email: string
  permission: string
  allowed: boolean
  role: string
  reasons: string[]
  hint?: string
}

/** `stoa why`: whether somebody holds a permission, where from, and what to do if not. */
export function command(): Command {
  return leaf('why', 'Explain why somebody may or may not do something', "stoa why may@shop.example 'update product'")
    .argument('<email>', 'Whose account')
    .argument('<permission>', 'As in `stoa permissions`, or product:update')
    .action(async (email: string, typed: string, options: SharedOptions) => {
      const verdict = await withKernel(options, async (kernel) => {
        const permission = knownPermission(kernel.registry, typed)
        if (!permission) throw noPermission(kernel.registry, [typed])
        const account = await accountOf(kernel, email)
        const presets = [...kernel.registry.presets].filter(([, list]) => list.includes(permission)).map(([name]) => name)
        return judge(account, permission, presets)
      })
      if (options.json) return printData(JSON.stringify(verdict))
      printData(`${verdict.allowed ? 'Yes' : 'No'}: ${verdict.email} ${verdict.allowed ? 'may' : 'may not'} ${verdict.permission}.`)
      for (const reason of verdict.reasons) printData(`  ${reason}`)
      if (verdict.hint) note(options, `Try: ${verdict.hint}`)
    })
}

function judge(account: AccountRow, permission: string, presets: string[]): Verdict {
  const { email, role } = account
  const holds = account.superuser || account.permission_list.includes(permission)
  const reasons: string[] = []
  if (account.superuser) reasons.push(`The role "${role}" holds everything.`)
  else if (holds) reasons.push(`The role "${role}" holds it, as one of ${account.permission_list.length} permissions.`)
  else reasons.push(`The role "${role}" does not hold it${presets.length > 0 ? `; it is part of ${presets.join(', ')}` : ''}.`)
  if (!account.enabled) reasons.push('The account is disabled, so nobody can sign in with it.')
  if (account.must_change_password) reasons.push('They have a one-time password and must choose their own before anything else.')
  const allowed = holds && account.enabled && !account.must_change_password
  const hint = holds
    ? account.enabled
      ? undefined
      : `stoa admin enable ${email}`
    : `stoa role grant ${quoted(role)} ${quoted(permission)}`
  return { email, permission, allowed, role, reasons, ...(hint === undefined ? {} : { hint }) }
}

/** A word as it must be typed in a shell. */
const quoted = (word: string) => (/^[\w.@-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`)
