import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkPassword } from '../../core/access/password.ts'
import { type Cli, openCli } from './run.ts'

let it: Cli
beforeAll(async () => {
  it = await openCli()
})
afterAll(() => it.close())

const accounts = () => it.query('select email, enabled, must_change_password, password_hash from account order by email')
const lastAudit = async () => (await it.query('select actor_kind, actor_name, verb, resource from audit_log order by id desc limit 1'))[0]
const permissions = async (role: string) => (await it.query('select permission_list from role where name = $1', [role]))[0]?.permission_list

test('without a terminal a missing flag is named and nothing is changed', async () => {
  const withoutInput = await it.run(['admin', 'create'])
  expect([withoutInput.code, withoutInput.out]).toEqual([2, ''])
  expect(withoutInput.err).toBe(
    'Error: --email is required because input is not a terminal.\nTry: stoa admin create --email you@example.com --role owner --password-stdin\n',
  )
  const secret = await it.run(['admin', 'create', '--email', 'a@shop.example'])
  expect(secret.code).toBe(2)
  expect(secret.err).toContain('--password-stdin or --generate is required')
  expect(await accounts()).toEqual([])
})

test('a dry run creates no account, also when the owner role does not exist yet', async () => {
  const { code, json } = await it.run(['admin', 'create', '--email', 'ops@shop.example', '--generate', '--dry-run', '--json'])
  expect([code, json]).toEqual([0, { email: 'ops@shop.example', name: 'ops', role: 'owner', dry_run: true }])
  expect(await accounts()).toEqual([])
  expect(await it.query('select 1 from role')).toEqual([])
})

test('an account created with a password from standard input can sign in with it', async () => {
  const { code, json, err } = await it.run(['admin', 'create', '--email', 'Ops@Shop.example', '--password-stdin', '--json'], {
    input: 'correct horse\n',
  })
  expect(code, err).toBe(0)
  expect(json).toMatchObject({ email: 'ops@shop.example', name: 'ops', role: 'owner' })
  const [row] = await accounts()
  expect(await checkPassword(row.password_hash, 'correct horse')).toBe(true)
  expect(await lastAudit()).toMatchObject({
    actor_kind: 'system',
    actor_name: expect.stringContaining('command line'),
    verb: 'create',
    resource: 'account',
  })
})

test('a duplicate email, a short password and an unknown role each exit with their own code', async () => {
  const again = await it.run(['admin', 'create', '--email', 'ops@shop.example', '--generate'])
  expect([again.code, again.err]).toEqual([6, expect.stringContaining('has an account already')])
  const short = await it.run(['admin', 'create', '--email', 'b@shop.example', '--password-stdin', '--json'], {
    input: 'short',
  })
  expect(short.code).toBe(2)
  expect(JSON.parse(short.err).error.details.messages).toHaveProperty('password')
  const role = await it.run(['admin', 'create', '--email', 'b@shop.example', '--role', 'onwer', '--generate'])
  expect([role.code, role.err]).toEqual([5, expect.stringContaining('no role "onwer". Did you mean owner?')])
  expect(await accounts()).toHaveLength(1)
})

test('a generated password is printed once, alone, and must be changed', async () => {
  await it.run(['role', 'create', 'packer', 'get order'])
  const made = await it.run(['admin', 'create', '--email', 'may@shop.example', '--role', 'packer', '--generate'])
  expect(made.out).toMatch(/^[\w-]{16}\n$/)
  const [may] = await accounts()
  expect(may.must_change_password).toBe(true)
  const reset = await it.run(['admin', 'reset-password', 'may@shop.example', '--generate'])
  expect(reset.out).toMatch(/^[\w-]{16}\n$/)
  const [now] = await accounts()
  expect(await checkPassword(now.password_hash, reset.out.trim())).toBe(true)
  expect(await checkPassword(now.password_hash, made.out.trim())).toBe(false)
})

test('granting accepts friendly forms and presets, prints the difference and writes to the audit log', async () => {
  const rehearsed = await it.run(['role', 'grant', 'packer', 'customer:get', 'update customers', '--dry-run'])
  expect(rehearsed.code).toBe(0)
  expect(rehearsed.err).toContain('Role packer (1 → 3 permissions, 1 member)\n  + get customer\n  + update customer\n')
  expect(rehearsed.err).toContain('Dry run: nothing changed. Remove --dry-run to apply.')
  expect(await permissions('packer')).toEqual(['get order'])

  const granted = await it.run(['role', 'grant', 'packer', 'customer:get', 'update customers', 'people.viewer', '--json'])
  expect(granted.json).toMatchObject({
    role: 'packer',
    added: ['get customer', 'get customer group', 'get person', 'update customer'],
    removed: [],
    permissions: 5,
    members: 1,
  })
  expect(await permissions('packer')).toEqual(['get customer', 'get customer group', 'get order', 'get person', 'update customer'])
  expect(await lastAudit()).toMatchObject({
    verb: 'update',
    resource: 'role',
    actor_name: expect.stringContaining('command line'),
  })

  const again = await it.run(['role', 'grant', 'packer', 'get customer'])
  expect([again.code, again.err]).toEqual([0, expect.stringContaining('Nothing to change.')])
  const revoked = await it.run(['role', 'revoke', 'packer', 'people.viewer', '--json'])
  expect(revoked.json).toMatchObject({ added: [], removed: ['get customer', 'get customer group', 'get person'] })
})

test('unknown permissions and roles are refused with a suggestion', async () => {
  const permission = await it.run(['role', 'grant', 'packer', 'get page', 'get prodcut'])
  expect([permission.code, permission.err]).toEqual([2, expect.stringContaining('no permission "get prodcut". Did you mean get product?')])
  expect(await permissions('packer')).not.toContain('get page')
  const role = await it.run(['role', 'grant', 'paker', 'get page'])
  expect([role.code, role.err]).toEqual([5, expect.stringContaining('no role "paker". Did you mean packer?')])
  const none = await it.run(['role', 'grant', 'packer'])
  expect([none.code, none.err]).toEqual([2, expect.stringContaining('because input is not a terminal')])
})

test('the last account that may edit roles cannot lose that permission', async () => {
  for (const args of [
    ['admin', 'disable', 'ops@shop.example'],
    ['role', 'revoke', 'owner', '--superuser'],
    ['admin', 'update', 'ops@shop.example', '--role', 'packer'],
  ]) {
    const { code, err } = await it.run(args)
    expect([code, err], args.join(' ')).toEqual([6, expect.stringContaining('must be able to edit roles')])
  }
  expect((await it.query('select superuser from role where name = $1', ['owner']))[0].superuser).toBe(true)
})

test('the why command says which permission is missing and which command grants it', async () => {
  const no = await it.run(['why', 'may@shop.example', 'product:update', '--json'])
  expect([no.code, no.json]).toEqual([
    0,
    expect.objectContaining({
      allowed: false,
      permission: 'update product',
      hint: "stoa role grant packer 'update product'",
    }),
  ])
  const yes = await it.run(['why', 'ops@shop.example', 'update product'])
  expect(yes.out).toContain('Yes: ops@shop.example may update product.')
  await it.run(['admin', 'disable', 'may@shop.example'])
  const off = await it.run(['why', 'may@shop.example', 'get order'])
  expect(off.out).toContain('The account is disabled')
  expect((await it.run(['why', 'mya@shop.example', 'get order'])).err).toContain('Did you mean may@shop.example?')
})

test('a role with members cannot be deleted; a role without members is deleted after confirmation', async () => {
  expect((await it.run(['role', 'delete', 'packer', '--yes'])).code).toBe(6)
  await it.run(['role', 'create', 'nobody'])
  const refused = await it.run(['role', 'delete', 'nobody'])
  expect([refused.code, refused.err]).toEqual([2, expect.stringContaining('--yes is required because input is not a terminal')])
  expect((await it.run(['role', 'delete', 'nobody', '--yes'])).code).toBe(0)
  expect((await it.run(['role', 'list', '--json'])).json.map((r: any) => r.name)).toEqual(['owner', 'packer'])
})

test('a lost second factor can be reset; the command says so when there is none', async () => {
  await it.run(['admin', 'create', '--email', 'lost@shop.example', '--password-stdin'], { input: 'correct horse' })
  await it.query(
    `insert into second_factor (account_id, secret, confirmed_at) select id, 'sealed:1:x', now() from account where email = 'lost@shop.example'`,
  )
  const reset = ['admin', 'second-factor', 'reset', 'lost@shop.example']
  expect((await it.run([...reset, '--dry-run'])).code).toBe(0)
  expect(await it.query('select 1 from second_factor')).toHaveLength(1)
  const { code, json, err } = await it.run([...reset, '--json'])
  expect([code, json], err).toEqual([0, { id: expect.any(Number), email: 'lost@shop.example' }])
  expect(await it.query('select 1 from second_factor')).toEqual([])
  const again = await it.run(reset)
  expect(again.code).not.toBe(0)
  expect(again.err).toContain('This account has no two-factor authentication.')
  expect((await it.run(['admin', 'second-factor', 'reset', 'nobody@shop.example'])).code).not.toBe(0)
})
