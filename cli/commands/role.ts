import type { Command } from 'commander'
import type { Kernel } from '../../core/context.ts'
import { allRoles, expandPermissions, roleNamed, type RoleRow } from '../access.ts'
import { canAsk, confirm } from '../ask.ts'
import { CliError } from '../errors.ts'
import { withKernel } from '../kernel.ts'
import { operatorCtx } from '../operator.ts'
import { family, leaf, type SharedOptions } from '../options.ts'
import { dryRunNote, note, printData, printRows } from '../output.ts'
import { pickPermissions, pickRole } from '../pick.ts'
import { runInRolledBackTransaction } from '../rehearse.ts'

type ChangeOptions = SharedOptions & { superuser?: boolean }

/** `stoa role`: manages roles and permissions. */
export function command(): Command {
  return family('role', 'See and change what people may do', list(), show(), create(), remove(), change('grant'), change('revoke'))
}

function list(): Command {
  return leaf('list', 'Show all roles', 'stoa role list').action(async (options: SharedOptions) => {
    const roles = await withKernel(options, (kernel) => allRoles(kernel))
    const rows = roles.map((r) => ({
      id: r.id,
      name: r.name,
      permissions: r.superuser ? 'everything' : r.permission_list.length,
      members: r.members.length,
    }))
    printRows(options, ['id', 'name', 'permissions', 'members'], rows)
  })
}

function show(): Command {
  return leaf('show', 'Show the permissions of a role', 'stoa role show editor', 'stoa role show editor --json')
    .argument('<role>', 'Name of the role')
    .action(async (name: string, options: SharedOptions) => {
      await withKernel(options, async (kernel) => {
        const role = await roleNamed(kernel, name)
        if (options.json) return printData(JSON.stringify(getAnswer(role)))
        note(options, `Role ${role.name} (${getCount(role)}, ${memberText(role)})`)
        const rolePermissions = role.superuser ? [...kernel.registry.permissions.keys()].sort() : role.permission_list
        for (const permission of rolePermissions) printData(permission)
      })
    })
}

const getAnswer = (role: RoleRow) => ({
  id: role.id,
  name: role.name,
  superuser: role.superuser,
  permissions: role.permission_list,
  members: role.members,
})

function create(): Command {
  return leaf(
    'create',
    'Make a role',
    'stoa role create editor catalogue.editor content.editor',
    "stoa role create clerk 'get account' 'update account'",
  )
    .argument('<role>', 'Name of the new role')
    .argument('[permissions...]', 'Permissions and presets it starts with')
    .option('--superuser', 'It holds everything, also what plugins to come bring')
    .action(async (name: string, typed: string[], options: ChangeOptions) => {
      await withKernel(options, async (kernel) => {
        if ((await allRoles(kernel)).some((r) => r.name === name)) {
          throw new CliError('conflict', `There is a role "${name}" already.`, {
            hint: `stoa role grant ${name} …`,
          })
        }
        const permissions = expandPermissions(kernel.registry, typed)
        const input = { name, permission_list: permissions, superuser: options.superuser ?? false }
        tellDiff(options, permissions, [])
        let made = 0
        const isCommitted = await runInRolledBackTransaction(kernel, options.dryRun, async (tx) => {
          made = (await kernel.resources.createIn(tx, operatorCtx(kernel), 'role', input)).id
        })
        if (!isCommitted) return dryRunNote(options, { role: name, added: permissions, removed: [] })
        if (options.json) printData(JSON.stringify({ id: made, role: name, added: permissions, removed: [] }))
        else
          note(
            options,
            `✓ Role ${name} created (${input.superuser ? 'everything' : `${permissions.length} permissions`})\nNext: stoa admin create --role ${name}`,
          )
      })
    })
}

function remove(): Command {
  return leaf('delete', 'Delete a role nobody has', 'stoa role delete editor --yes')
    .argument('<role>', 'Name of the role')
    .action(async (name: string, options: SharedOptions) => {
      await withKernel(options, async (kernel) => {
        const role = await roleNamed(kernel, name)
        if (role.members.length > 0) {
          throw new CliError('conflict', `Role ${role.name} has ${memberText(role)}: ${role.members.join(', ')}.`, {
            hint: `stoa admin update ${role.members[0]} --role …`,
          })
        }
        if (options.dryRun) return dryRunNote(options, { role: role.name, deleted: true })
        if (!(await confirm(options, `Delete the role ${role.name} (${getCount(role)})?`, `stoa role delete ${role.name} --yes`))) return
        await kernel.resources.remove(operatorCtx(kernel), 'role', role.id)
        if (options.json) printData(JSON.stringify({ role: role.name, deleted: true }))
        else note(options, `✓ Role ${role.name} deleted`)
      })
    })
}

function change(verb: 'grant' | 'revoke'): Command {
  const grants = verb === 'grant'
  return leaf(
    verb,
    grants ? 'Let a role do more' : 'Let a role do less',
    `stoa role ${verb} editor 'get account' 'update account' --dry-run`,
    `stoa role ${verb} editor account:get forum.editor`,
    ...(grants ? ['stoa role grant                # asks, on a terminal'] : []),
  )
    .argument('[role]', 'Name of the role')
    .argument('[permissions...]', 'Permissions (also account:get, "get accounts") and presets (forum.editor)')
    .option('--superuser', grants ? 'It shall hold everything' : 'It shall hold only what is listed')
    .action((name: string | undefined, typed: string[], options: ChangeOptions) => run(grants, name, typed, options))
}

async function run(grants: boolean, name: string | undefined, typed: string[], options: ChangeOptions): Promise<void> {
  const example = `stoa role ${grants ? 'grant' : 'revoke'} editor 'get account'`
  const complete = name !== undefined && (typed.length > 0 || options.superuser)
  if (!complete && !canAsk(options)) {
    throw new CliError(
      'usage',
      `${name === undefined ? 'A role and permissions are' : 'A permission is'} required because input is not a terminal.`,
      { hint: example },
    )
  }
  await withKernel(options, async (kernel) => {
    const role = name === undefined ? await pickRole(kernel) : await roleNamed(kernel, name)
    const requested = complete ? expandPermissions(kernel.registry, typed) : await pickPermissions(kernel, role, grants)
    await apply(kernel, role, plan(role, requested, grants, options), options, !complete)
  })
}

interface Plan {
  added: string[]
  removed: string[]
  superuser: boolean
}

function plan(role: RoleRow, requested: readonly string[], grants: boolean, options: ChangeOptions): Plan {
  if (!grants && role.superuser && requested.length > 0 && !options.superuser) {
    throw new CliError('conflict', `Role ${role.name} holds everything, so single permissions cannot be taken from it.`, {
      hint: `stoa role revoke ${role.name} --superuser`,
    })
  }
  const granted = new Set(role.permission_list)
  return {
    added: grants ? requested.filter((p) => !granted.has(p)) : [],
    removed: grants ? [] : requested.filter((p) => granted.has(p)),
    superuser: options.superuser ? grants : role.superuser,
  }
}

async function apply(
  kernel: Kernel,
  role: RoleRow,
  { added, removed, superuser }: Plan,
  options: ChangeOptions,
  isInteractive: boolean,
): Promise<void> {
  const after = [...role.permission_list.filter((p) => !removed.includes(p)), ...added].sort()
  const count = role.permission_list.length === after.length ? `${after.length}` : `${role.permission_list.length} → ${after.length}`
  note(options, `Role ${role.name} (${count} permissions, ${memberText(role)})`)
  tellDiff(options, added, removed)
  if (superuser !== role.superuser) note(options, superuser ? '  + everything' : '  - everything that is not listed')
  const answer = {
    role: role.name,
    added,
    removed,
    superuser,
    permissions: after.length,
    members: role.members.length,
  }
  if (added.length + removed.length === 0 && superuser === role.superuser) {
    if (options.json) printData(JSON.stringify({ ...answer, ...(options.dryRun ? { dry_run: true } : {}) }))
    else note(options, 'Nothing to change.')
    return
  }
  if (role.members.length > 0) note(options, `  Affects: ${role.members.join(', ')}`)
  // A dry run passes the same checks, so that it refuses what the change would refuse.
  if (!options.dryRun && isInteractive && !(await confirm(options, 'Apply?', '--yes'))) return
  await store(kernel, role, { added, removed, superuser }, options.dryRun ?? false)
  if (options.dryRun) return dryRunNote(options, answer)
  if (options.json) printData(JSON.stringify(answer))
  else note(options, `✓ Role ${role.name} changed`)
}

async function store(kernel: Kernel, role: RoleRow, { added, removed, superuser }: Plan, dryRun: boolean): Promise<void> {
  const ctx = operatorCtx(kernel)
  await runInRolledBackTransaction(kernel, dryRun, async (tx) => {
    // Read again with a row lock: the role may have changed since it was shown.
    const now = await kernel.resources.lockIn(tx, ctx, 'role', role.id)
    const remaining = (now.permission_list as string[]).filter((p) => !removed.includes(p))
    await kernel.resources.updateIn(tx, ctx, 'role', role.id, {
      permission_list: [...remaining, ...added],
      superuser,
    })
  })
}

function tellDiff(options: SharedOptions, added: readonly string[], removed: readonly string[]): void {
  for (const permission of added) note(options, `  + ${permission}`)
  for (const permission of removed) note(options, `  - ${permission}`)
}

const getCount = (role: RoleRow) => (role.superuser ? 'everything' : `${role.permission_list.length} permissions`)
const memberText = (role: RoleRow) => `${role.members.length} ${role.members.length === 1 ? 'member' : 'members'}`
