import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Cli, openCli } from './run.ts'
import { atTerminal, KEY, type Seat } from './terminal.ts'

/** Prompts at a terminal: the command asks for missing arguments, and acts only after the answer. */
let it: Cli
beforeAll(async () => {
  it = await openCli()
  await it.run(['role', 'create', 'editor', 'get page', 'update page'])
})
afterAll(() => it.close())

const sit = (...args: string[]): Seat => atTerminal(args, { env: it.env, cwd: it.folder })
const accounts = () => it.query(`select a.email, a.name, r.name as role from account a join role r on r.id = a.role_id order by a.id`)

test('creating staff prompts for email, name, role from a list, and a hidden password twice', async () => {
  const seat = sit('admin', 'create')
  await seat.sees('Email')
  seat.types('May@Shop.Test', KEY.enter)
  await seat.sees('Name')
  // The suggested value is the part of the email before the @.
  await seat.sees('may')
  seat.types(KEY.enter)
  await seat.sees('Role')
  await seat.sees('editor – 2 permissions')
  seat.types(KEY.down, KEY.enter)
  await seat.sees('Password')
  seat.types('a very long secret', KEY.enter)
  await seat.sees('Again')
  seat.types('a very long secret', KEY.enter)
  await seat.sees('✓ Admin may@shop.test created')
  expect(await seat.ends()).toBe(0)
  expect(seat.screen()).not.toContain('secret')
  expect(seat.screen()).toContain('•')
  expect(await accounts()).toEqual([{ email: 'may@shop.test', name: 'may', role: 'editor' }])
})

test('two different passwords create no account', async () => {
  const before = await accounts()
  const seat = sit('admin', 'create', '--email', 'kim@shop.test', '--name', 'Kim', '--role', 'editor')
  await seat.sees('Password')
  seat.types('a very long secret', KEY.enter)
  await seat.sees('Again')
  seat.types('a very long secreT', KEY.enter)
  await seat.sees('The two passwords differ.')
  expect(await seat.ends()).toBe(2)
  expect(await accounts()).toEqual(before)
})

test('Ctrl-C at a prompt exits with 130 and changes nothing', async () => {
  const before = await accounts()
  const seat = sit('admin', 'create')
  await seat.sees('Email')
  seat.types('lee@shop.test', KEY.enter)
  await seat.sees('Name')
  seat.types(KEY.interrupt)
  await seat.sees('Cancelled')
  expect(await seat.ends()).toBe(130)
  expect(seat.screen()).not.toContain('at ')
  expect(await accounts()).toEqual(before)
})

test('permissions are selected by area, shown before they are granted, and granted only after confirmation', async () => {
  await it.run(['role', 'create', 'helper'])
  const getPermissions = async () => (await it.run(['role', 'show', 'helper', '--json'])).json.permissions
  const grant = async (answer: string) => {
    const seat = sit('role', 'grant')
    await seat.sees('Role')
    // Roles are listed by their names: editor, helper.
    seat.types(KEY.down, KEY.enter)
    await seat.sees('Area')
    seat.types(KEY.enter)
    await seat.sees('Permissions')
    seat.types(KEY.space, KEY.down, KEY.space, KEY.enter)
    await seat.sees('Apply?')
    const listedPermissions = [...seat.screen().matchAll(/^ {2}\+ (.+)$/gm)].map(([, name]) => name)
    seat.types(answer, KEY.enter)
    return { shown: listedPermissions, code: await seat.ends() }
  }
  const refused = await grant('n')
  expect([refused.code, refused.shown.length, await getPermissions()]).toEqual([0, 2, []])
  // Enter without input means no.
  expect([(await grant('')).code, await getPermissions()]).toEqual([0, []])
  const grantResult = await grant('y')
  expect(grantResult.code).toBe(0)
  expect(await getPermissions()).toEqual(grantResult.shown.toSorted())
})

test('granting offers only permissions the role lacks, revoking only permissions it has', async () => {
  await it.run(['role', 'create', 'reader', 'get page'])
  const seat = sit('role', 'revoke', 'reader')
  await seat.sees('Area')
  seat.types(KEY.enter)
  await seat.sees('get page')
  seat.types(KEY.space, KEY.enter)
  await seat.sees('- get page')
  await seat.sees('Apply?')
  seat.types('y', KEY.enter)
  expect(await seat.ends()).toBe(0)
  const again = sit('role', 'revoke', 'reader')
  await again.sees('Role reader holds none.')
  expect(await again.ends()).toBe(6)
})

test('a role is deleted after confirmation and kept without it', async () => {
  await it.run(['role', 'create', 'gone', 'get page'])
  const roles = async () => (await it.run(['role', 'list', '--json'])).json.map(({ name }: { name: string }) => name)
  const session = sit('role', 'delete', 'gone')
  await session.sees('Delete the role gone (1 permissions)?')
  session.types(KEY.enter)
  expect(await session.ends()).toBe(0)
  expect(await roles()).toContain('gone')
  const deleted = sit('role', 'delete', 'gone')
  await deleted.sees('Delete the role gone')
  deleted.types('y', KEY.enter)
  await deleted.sees('✓ Role gone deleted')
  expect(await deleted.ends()).toBe(0)
  expect(await roles()).not.toContain('gone')
})

test('seeding a filled database requires typing its exact name; --yes is not enough', async () => {
  await it.run(['seed', 'small'])
  const [{ name }] = await it.query('select current_database() as name')
  const before = await it.query('select count(*)::int as n from product')
  const seat = sit('seed', 'demo', '--yes')
  await seat.sees(`Type the database name (${name})`)
  seat.types('yes', KEY.enter)
  await seat.sees(`"yes" is not "${name}": nothing was changed.`)
  expect(await seat.ends()).toBe(2)
  expect(await it.query('select count(*)::int as n from product')).toEqual(before)
})

test('--no-input suppresses every prompt, at a terminal too', async () => {
  for (const [args, flag] of [
    [['admin', 'create'], '--email is required because of --no-input'],
    [['admin', 'create', '--email', 'x@shop.test'], '--password-stdin or --generate is required because of --no-input'],
    [['role', 'delete', 'editor'], 'has 1 member'],
    [['migrate', 'down'], '--yes is required because of --no-input'],
  ] as const) {
    const seat = sit(...args, '--no-input')
    await seat.sees(flag)
    expect([args.join(' '), await seat.ends()]).toEqual([args.join(' '), args[0] === 'role' ? 6 : 2])
  }
})

test('a setting is shown while it is typed; a secret is never shown', async () => {
  const name = sit('settings', 'set', 'basic.name')
  await name.sees('basic.name')
  name.types('Corner Shop', KEY.enter)
  await name.sees('✓ basic.name changed')
  expect([await name.ends(), name.screen().includes('Corner Shop')]).toEqual([0, true])
  const secret = sit('settings', 'set', 'sms.auth_token')
  await secret.sees('sms.auth_token')
  secret.types('open sesame', KEY.enter)
  await secret.sees('✓ sms.auth_token changed')
  expect([await secret.ends(), secret.screen().includes('sesame')]).toEqual([0, false])
  const [{ value }] = await it.query(`select value from setting where name = 'sms'`)
  expect(JSON.stringify(value)).not.toContain('sesame')
})
