import { mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { seal, sql, storeFile } from 'stoa'
import { dropFile, FILES_LOCK } from '../../core/file/files.ts'
import { filesDir } from '../../core/file/folder-store.ts'
import { deleteUnusedFiles } from '../../core/file/delete-unused.ts'
import { deliverEmail, readEmail, sendEmail } from '../../core/mail/email.ts'
import { sendTestEmail } from '../../plugins/staff/services/try-mail.ts'
import { type TestApp, testApp } from '../support/app.ts'

let it: TestApp
beforeAll(async () => {
  it = await testApp([])
})
afterAll(() => it.close())

describe('the nightly clean-up deletes what has expired and keeps the rest', () => {
  const getRemaining = async (table: 'session' | 'rate_limit' | 'idempotency_key' | 'cron_run' | 'password_reset', name: string) =>
    (await it.kernel.db.pool.query<{ name: string }>(`select ${name} as name from ${table} order by 1`)).rows.map((row) => row.name)

  test('sessions, rate limits, idempotency keys, schedule ticks and password reset links', async () => {
    const ages = (unit: string, days: number) => [`${days} ${unit}`, `-1 ${unit}`]
    for (const [i, interval] of ['1 minute', '-1 minute'].entries())
      await it.kernel.db.run(sql`insert into session (token_hash, kind, subject_id, expires_at)
        values (sha256(${Buffer.from(`night ${i}`)}), 'user', ${500 + i}, now() + ${interval}::interval)`)
    for (const [i, interval] of ['-23 hours', '-25 hours', '1 minute'].entries()) {
      await it.kernel.db.run(sql`insert into rate_limit (key, hits, expires_at) values (${`limit ${i}`}, 1, now() + ${interval}::interval)`)
      await it.kernel.db.run(
        sql`insert into idempotency_key (scope, key, fingerprint, created_at) values ('night', ${`key ${i}`}, '', now() + ${interval}::interval)`,
      )
      await it.kernel.db.run(sql`insert into password_reset (token_hash, kind, subject_id, expires_at)
        values (sha256(${Buffer.from(`night ${i}`)}), 'user', ${600 + i}, now() + ${interval}::interval)`)
    }
    for (const [i, interval] of ages('days', -6).concat(ages('days', -8)).entries())
      await it.kernel.db.run(sql`insert into cron_run (name, scheduled_for) values (${`turn ${i}`}, now() + ${interval}::interval)`)
    await it.clock('core/sweep')
    expect(await getRemaining('session', 'subject_id')).toEqual([500])
    expect(await getRemaining('rate_limit', 'key')).toEqual(['limit 0', 'limit 2'])
    expect(await getRemaining('idempotency_key', 'key')).toEqual(['key 0', 'key 2'])
    expect(await getRemaining('password_reset', 'subject_id')).toEqual([600, 602])
    expect(await getRemaining('cron_run', 'name')).toEqual(['turn 0', 'turn 1', 'turn 3'])
  })

  test('sealed parts of mails that could not be sent for a week are deleted', async () => {
    const write = (to: string) =>
      it.kernel.transaction((tx) => sendEmail(tx, { to, subject: 'Code', text: 'Say 4711' }, { config: it.kernel.config, parts: ['4711'] }))
    const [fresh, old] = [await write('fresh@shop.test'), await write('old@shop.test')]
    await it.kernel.db.run(sql`update mail set created_at = now() - interval '6 days' where id = ${fresh}`)
    await it.kernel.db.run(sql`update mail set created_at = now() - interval '8 days' where id = ${old}`)
    await it.clock('core/sweep')
    expect((await readEmail(it.kernel, fresh))?.text_body).toBe('Say 4711')
    expect((await readEmail(it.kernel, old))?.text_body).toBe('Say •••')
  })
})

describe('the file clean-up', () => {
  const store = (name: string, more: object = {}) =>
    it.kernel.transaction((tx) =>
      storeFile(it.kernel, tx, { bytes: Buffer.from(`%PDF-1.4 ${name}`), name, type: 'file', trusted: true, ...more }),
    )
  const there = () =>
    ['doc', 'img', 'sized']
      .flatMap((kind) => readdirSync(join(filesDir(it.kernel), kind), { recursive: true, encoding: 'utf8', withFileTypes: true }))
      .filter((entry) => entry.isFile())
      .map((entry) => entry.name)
      .sort()
  const lay = (path: string, hours: number) => {
    const file = join(filesDir(it.kernel), path)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, 'bytes')
    const at = new Date(Date.now() - hours * 3_600_000)
    utimesSync(file, at, at)
  }
  const base = (path: string) => path.split('/').at(-1) ?? ''

  test('deletes private uploads unclaimed for a day, and stray files of that age with their resized copies', async () => {
    const by = it.ctx.actor
    const [open, waiting, abandoned, claimed] = [
      await store('open.pdf'),
      await store('waiting.pdf', { isPrivate: true, by }),
      await store('given-up.pdf', { isPrivate: true, by }),
      await store('kept.pdf', { isPrivate: true }),
    ]
    await it.kernel.db.run(sql`update file set created_at = now() - interval '25 hours'`)
    await it.kernel.db.run(sql`update file set created_at = now() - interval '23 hours' where id = ${waiting.id}`)
    const stray = 'img/ab/0123456789abcdef01234567.png'
    lay(stray, 25)
    lay(`sized/${stray}-320.webp`, 25)
    lay('img/ab/76543210fedcba9876543210.png', 23)
    lay(`sized/${open.path}-320.webp`, 25)
    lay(`${open.path}.1a2b3c4d`, 25)
    await deleteUnusedFiles(it.kernel)
    expect(there()).toEqual(
      [open, waiting, claimed]
        .map(({ path }) => base(path))
        .concat('76543210fedcba9876543210.png', `${base(open.path)}-320.webp`, `${base(open.path)}.1a2b3c4d`)
        .sort(),
    )
    const rows = await it.kernel.db.rows<{ id: number }>(sql`select id from file order by id`)
    expect(rows.map((row) => row.id)).toEqual([open.id, waiting.id, claimed.id])
    expect(rows.map((row) => row.id)).not.toContain(abandoned.id)
  })

  test('deletes nothing while a backup copies files, and neither does the deletion of a file', async () => {
    const deleted = await store('deleted.pdf')
    const stray = 'img/ab/0123456789abcdef89abcdef.png'
    lay(stray, 25)
    const before = there()
    const backup = await it.kernel.db.pool.connect()
    await backup.query('select pg_advisory_lock(hashtext($1))', [FILES_LOCK])
    await it.kernel.db.run(sql`delete from file where id = ${deleted.id}`)
    await dropFile(it.kernel, deleted.path)
    await deleteUnusedFiles(it.kernel)
    expect(there()).toEqual(before)
    await backup.query('select pg_advisory_unlock_all()')
    backup.release()
    await dropFile(it.kernel, deleted.path)
    await deleteUnusedFiles(it.kernel)
    expect(there()).toEqual(before.filter((name) => name !== base(deleted.path) && name !== base(stray)))
  })

  test('ignores a missing folder, and can run twice at once', async () => {
    const before = there()
    await Promise.all([deleteUnusedFiles(it.kernel), deleteUnusedFiles(it.kernel)])
    expect(there()).toEqual(before)
  })
})

describe('a mail without a mail server', () => {
  const getMail = (id: number) =>
    it.kernel.db.one<Record<string, unknown>>(
      sql`select recipient, subject, text_body, html_body, status, error, sent_at, sealed from mail where id = ${id}`,
    )

  test('stays in the outbox, with each header on one line', async () => {
    const id = await it.kernel.transaction((tx) =>
      sendEmail(tx, { to: 'may@shop.test\r\nBcc: x@evil.test', subject: 'Tea\nBcc: x', text: 'a\nb', html: '<p>a</p>' }),
    )
    await it.jobs()
    expect(await getMail(id)).toEqual({
      recipient: 'may@shop.test Bcc: x@evil.test',
      subject: 'Tea Bcc: x',
      text_body: 'a\nb',
      html_body: '<p>a</p>',
      status: 'pending',
      error: '',
      sent_at: null,
      sealed: null,
    })
    expect(await sendTestEmail(it.kernel, { to: 'may@shop.test', subject: 'Try', text: '' })).toMatchObject({ status: 'kept' })
  })

  test('is readable with the key, and masked otherwise', async () => {
    const hidden = { config: it.kernel.config, parts: ['https://shop.test/x?token=abc'] }
    const email = {
      to: 'may@shop.test',
      subject: 'Link',
      text: 'https://shop.test/x?token=abc',
      html: '<a href="https://shop.test/x?token=abc">',
    }
    const id = await it.kernel.transaction((tx) => sendEmail(tx, email, hidden))
    expect(JSON.stringify(await getMail(id))).not.toContain('abc')
    expect(await readEmail(it.kernel, id)).toEqual({ subject: 'Link', text_body: email.text, html_body: email.html })
    const others = { db: it.kernel.db, config: { ...it.kernel.config, secrets: ['another key of another shop, long enough'] } }
    expect(await readEmail(others, id)).toBeUndefined()
    expect(await readEmail(it.kernel, 999_999)).toBeUndefined()
  })

  test('with unreadable sealed parts fails with an error and is not retried forever', async () => {
    const foreign = { ...it.kernel.config, secrets: ['another key of another shop, long enough'] }
    const id = await it.kernel.transaction((tx) =>
      sendEmail(tx, { to: 'may@shop.test', subject: 'Code', text: 'Say 4711' }, { config: foreign, parts: ['4711'] }),
    )
    expect(seal(foreign, 'mail', 'x')).not.toBe('')
    await deliverEmail({ ...it.kernel, config: { ...it.kernel.config, smtpUrl: 'smtp://127.0.0.1:1' } }, id)
    expect(await getMail(id)).toMatchObject({
      status: 'pending',
      error: 'the encrypted text cannot be decrypted: the key is missing',
      sent_at: null,
    })
  })

  test('that cannot be delivered is reported at once to the sender, and stays in the outbox', async () => {
    const away = { ...it.kernel, config: { ...it.kernel.config, smtpUrl: 'smtp://127.0.0.1:1' } }
    const tried = await sendTestEmail(away, { to: 'may@shop.test', subject: 'Try', text: '' })
    expect(tried).toMatchObject({ status: 'failed', error: expect.stringContaining('ECONNREFUSED') })
    expect(await getMail(tried.id)).toMatchObject({ status: 'pending', error: expect.stringContaining('ECONNREFUSED') })
  })
})
