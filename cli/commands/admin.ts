import type { Command } from 'commander'
import { ownerRole } from '../owner-role.ts'
import { sql } from '../../core/db/sql.ts'
import type { Kernel } from '../../core/context.ts'
import { findAccount, allAccounts, allRoles, roleNamed } from '../access.ts'
import { askChoice, askText, canAsk } from '../ask.ts'
import { CliError } from '../errors.ts'
import { withKernel } from '../kernel.ts'
import { operatorCtx } from '../operator.ts'
import { family, leaf, type SharedOptions } from '../options.ts'
import { dryRunNote, note, printData, printRows, requireTerminal } from '../output.ts'
import { runInRolledBackTransaction } from '../rehearse.ts'
import { choosePassword, type SecretOptions } from '../secret.ts'

const EXAMPLE = 'stoa admin create --email you@example.com --role owner --password-stdin'

type CreateOptions = SharedOptions & SecretOptions & { email?: string; name?: string; role?: string }

/** `stoa admin`: manages staff accounts. */
export function command(): Command {
  return family(
    'admin',
    'Make and manage staff accounts',
    create(),
    list(),
    update(),
    switched('enable'),
    switched('disable'),
    resetPassword(),
    family('second-factor', 'What staff are asked beside their password', resetFactor()),
  )
}

function withPassword(verb: Command): Command {
  return verb
    .option('--password-stdin', 'Read the password from standard input')
    .option('--generate', 'Make a one-time password and print it once')
}

function create(): Command {
  return withPassword(leaf('create', 'Make a staff account', 'stoa admin create', `printf %s "$PW" | ${EXAMPLE}`))
    .option('--email <address>', 'What they sign in with')
    .option('--name <name>', 'What they are called; the part before the @ when absent')
    .option('--role <name>', 'Name of their role; owner when absent')
    .action(async (options: CreateOptions) => {
      if (options.email === undefined) requireTerminal(options, '--email', EXAMPLE)
      const asks = options.email === undefined
      const email = (options.email ?? (await askText('Email'))).trim().toLowerCase()
      const local = email.split('@')[0] ?? email
      const name = options.name ?? (asks ? await askText('Name', local) : local)
      await withKernel(options, async (kernel) => {
        const role = options.role ?? (asks ? await askRole(kernel) : 'owner')
        const roleId = await findRoleId(kernel, role)
        const isEmailTaken = (await allAccounts(kernel)).some((a) => a.email.toLowerCase() === email)
        if (isEmailTaken) {
          throw new CliError('conflict', `${email} has an account already.`, {
            hint: `stoa admin reset-password ${email}`,
          })
        }
        const { password, generated } = await choosePassword(options, EXAMPLE)
        const made = await make(kernel, { email, name, role_id: roleId, password }, { generated, dryRun: options.dryRun ?? false })
        const answer = { id: made, email, name, role, ...(generated ? { password } : {}) }
        if (options.dryRun) {
          note(options, `Would make the account ${email} with the role ${role}.`)
          return dryRunNote(options, { email, name, role })
        }
        note(options, `✓ Admin ${email} created (id ${made}, role ${role})`)
        tellPassword(options, generated, password, answer)
        note(options, `  Sign in: ${kernel.config.adminOrigin ?? kernel.config.publicUrl}/admin/login`)
      })
    })
}

async function askRole(kernel: Kernel): Promise<string> {
  const roles = await allRoles(kernel)
  const choices = roles.map((r) => ({
    name: `${r.name} – ${r.superuser ? 'everything' : `${r.permission_list.length} permissions`}`,
    value: r.name,
  }))
  if (!roles.some((r) => r.name === 'owner')) choices.unshift({ name: 'owner – everything', value: 'owner' })
  return askChoice('Role', choices, 'owner')
}

/** Id of a role; undefined for the owner role before its first use. */
async function findRoleId(kernel: Kernel, name: string): Promise<number | undefined> {
  if (name === 'owner' && !(await allRoles(kernel)).some((r) => r.name === name)) return undefined
  return (await roleNamed(kernel, name)).id
}

interface NewAccount {
  email: string
  name: string
  role_id: number | undefined
  password: string
}

/** Creates the account; a dry run checks everything and rolls back. */
async function make(kernel: Kernel, input: NewAccount, o: { generated: boolean; dryRun: boolean }): Promise<number> {
  let made = 0
  await runInRolledBackTransaction(kernel, o.dryRun, async (tx) => {
    const role_id = input.role_id ?? (await ownerRole({ db: tx }))
    made = (await kernel.resources.createIn(tx, operatorCtx(kernel), 'account', { ...input, role_id })).id
    if (o.generated) await tx.run(sql`update account set must_change_password = true where id = ${made}`)
  })
  return made
}

function tellPassword(options: SharedOptions, generated: boolean, password: string, answer: object): void {
  if (options.json) return printData(JSON.stringify(answer))
  if (!generated) return
  note(options, '  One-time password, shown only now:')
  printData(password)
}

function list(): Command {
  return leaf('list', 'Show all staff accounts', 'stoa admin list', 'stoa admin list --json').action(async (options: SharedOptions) => {
    const rows = await withKernel(options, (kernel) => allAccounts(kernel))
    const outputRows = rows.map(({ id, email, name, role, enabled, last_login_at }) => ({
      id,
      email,
      name,
      role,
      enabled,
      last_login_at,
    }))
    printRows(options, ['id', 'email', 'name', 'role', 'enabled', 'last_login_at'], outputRows)
  })
}

function update(): Command {
  return leaf('update', 'Change name or role of an account', 'stoa admin update may@shop.example --role editor')
    .argument('<email>', 'Whose account')
    .option('--name <name>', 'What they are called')
    .option('--role <name>', 'Name of their role')
    .action(async (email: string, options: SharedOptions & { name?: string; role?: string }) => {
      if (options.name === undefined && options.role === undefined) throw new CliError('usage', 'Say what to change: --name or --role.')
      await withKernel(options, async (kernel) => {
        const account = await findAccount(kernel, email)
        const role = options.role === undefined ? undefined : await roleNamed(kernel, options.role)
        const input = {
          ...(options.name === undefined ? {} : { name: options.name }),
          ...(role ? { role_id: role.id } : {}),
        }
        await runInRolledBackTransaction(kernel, options.dryRun, (tx) =>
          kernel.resources.updateIn(tx, operatorCtx(kernel), 'account', account.id, input),
        )
        if (options.name !== undefined) note(options, `  name  ${account.name} → ${options.name}`)
        if (role) note(options, `  role  ${account.role} → ${role.name}`)
        const answer = {
          id: account.id,
          email: account.email,
          name: options.name ?? account.name,
          role: role?.name ?? account.role,
        }
        if (options.dryRun) return dryRunNote(options, answer)
        if (options.json) printData(JSON.stringify(answer))
        else note(options, `✓ ${account.email} changed`)
      })
    })
}

function switched(verb: 'enable' | 'disable'): Command {
  const enabled = verb === 'enable'
  return leaf(verb, enabled ? 'Let somebody sign in again' : 'Sign somebody out and keep them out', `stoa admin ${verb} may@shop.example`)
    .argument('<email>', 'Whose account')
    .action(async (email: string, options: SharedOptions) => {
      await withKernel(options, async (kernel) => {
        const account = await findAccount(kernel, email)
        const answer = { id: account.id, email: account.email, enabled }
        if (account.enabled === enabled) note(options, `${account.email} is ${verb}d already.`)
        else
          await runInRolledBackTransaction(kernel, options.dryRun, (tx) =>
            kernel.resources.updateIn(tx, operatorCtx(kernel), 'account', account.id, { enabled }),
          )
        if (options.dryRun) {
          if (account.enabled !== enabled) note(options, `Would ${verb} ${account.email}.`)
          return dryRunNote(options, answer)
        }
        if (options.json) printData(JSON.stringify(answer))
        else if (account.enabled !== enabled) note(options, `✓ ${account.email} ${verb}d`)
      })
    })
}

function resetPassword(): Command {
  const example = 'stoa admin reset-password may@shop.example --generate'
  return withPassword(leaf('reset-password', 'Give an account a new password and end its sessions', example))
    .argument('<email>', 'Whose account')
    .action(async (email: string, options: SharedOptions & SecretOptions) => {
      await withKernel(options, async (kernel) => {
        const account = await findAccount(kernel, email)
        if (options.dryRun) {
          note(options, `Would set a new password for ${account.email} and end all sessions of theirs.`)
          return dryRunNote(options, { id: account.id, email: account.email })
        }
        if (canAsk(options) && !options.generate && !options.passwordStdin) note(options, `New password of ${account.email}`)
        const { password, generated } = await choosePassword(options, example)
        await kernel.transaction(async (tx) => {
          await kernel.resources.updateIn(tx, operatorCtx(kernel), 'account', account.id, { password })
          if (generated) await tx.run(sql`update account set must_change_password = true where id = ${account.id}`)
        })
        note(options, `✓ ${account.email} has a new password; all sessions of theirs have ended`)
        tellPassword(options, generated, password, {
          id: account.id,
          email: account.email,
          ...(generated ? { password } : {}),
        })
      })
    })
}

function resetFactor(): Command {
  return leaf(
    'reset',
    'Take the second factor of somebody who lost it away, and end their sessions',
    'stoa admin second-factor reset may@shop.example',
  )
    .argument('<email>', 'Whose account')
    .action(async (email: string, options: SharedOptions) => {
      await withKernel(options, async (kernel) => {
        const { id, email: accountEmail } = await findAccount(kernel, email)
        const action = 'reset_second_factor'
        if (!kernel.registry.resource('account').def.actions?.[action]) throw new CliError('usage', 'The plugin "staff" is switched off.')
        const isCommitted = await runInRolledBackTransaction(kernel, options.dryRun, (tx) =>
          kernel.resources.transitionIn(tx, operatorCtx(kernel), 'account', id, action),
        )
        if (!isCommitted) {
          note(options, `Would take the second factor of ${accountEmail} away and end all sessions of theirs.`)
          return dryRunNote(options, { id, email: accountEmail })
        }
        if (options.json) printData(JSON.stringify({ id, email: accountEmail }))
        else note(options, `✓ ${accountEmail} has no second factor any more; all sessions of theirs have ended`)
      })
    })
}
