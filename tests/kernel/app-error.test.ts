import { describe, expect, test } from 'vitest'
import { definePlugin, defineResource, f, AppError, FORBIDDEN, INVALID, validationError, NOT_FOUND, message } from 'stoa'
import { toAppError } from '../../core/http/error-response.ts'
import { toFieldMessages, defineError, errorKinds } from '../../core/http/errors.ts'
import { Registry } from '../../core/plugin/registry.ts'
import { explainConstraint } from '../../core/resource/constraint.ts'
import { explainFailures, prefixFields } from '../../core/resource/delete-row.ts'
import { parseRowId } from '../../core/resource/ids.ts'

const getCode = (error: unknown) => toAppError(error).kind.code
const withCode = (code: string, message = '') => Object.assign(new Error(message), { code })

describe('what a client sees of an error', () => {
  test('a declared error is returned unchanged', () => {
    const failed = new AppError(FORBIDDEN, ['no'], { headers: { 'x-a': '1' } })
    expect(toAppError(failed)).toBe(failed)
  })

  test.each([
    ...['08006', '08P01', '57P01', '57P03', '53300', '57014', '25P03'],
    ...['ECONNREFUSED', 'ECONNRESET', 'ETIMEDOUT', 'EPIPE', 'ENOTFOUND'],
  ])('%s: the database is unavailable, retry later', (code) => {
    const failed = toAppError(withCode(code))
    expect(failed.kind).toMatchObject({ code: 'UNAVAILABLE', status: 503 })
    expect(failed.headers).toEqual({ 'retry-after': '2' })
  })

  test.each(['53100', 'ENOSPC', 'EDQUOT'])('%s: the disk is full, with an error of its own', (code) => {
    const failed = toAppError(withCode(code))
    expect(failed.kind).toMatchObject({ code: 'NO_ROOM', status: 503 })
    expect(failed.headers).toEqual({ 'retry-after': '30' })
  })

  test.each([
    'connect ENOENT /var/lib/stoa/.s.PGSQL.5432',
    'timeout exceeded when trying to connect',
    'Connection terminated unexpectedly',
    'Client has encountered a connection error and is not queryable',
    'Client was closed and is not queryable',
  ])('%j also means unavailable', (message) => expect(getCode(new Error(message))).toBe('UNAVAILABLE'))

  test.each(['22021', '22P02', '22003', '22007', '22008', '22001', '22P05', 'FST_ERR_VALIDATION'])('%s: an invalid value', (code) =>
    expect(getCode(withCode(code))).toBe('INVALID'),
  )

  test('an oversized request is reported as such, a file with the file size limit', () => {
    for (const code of ['FST_FILES_LIMIT', 'FST_FIELDS_LIMIT', 'FST_PARTS_LIMIT']) expect(getCode(withCode(code)), code).toBe('TOO_LARGE')
    expect(getCode({ statusCode: 413 })).toBe('TOO_LARGE')
    expect(toAppError(withCode('FST_REQ_FILE_TOO_LARGE')).messages).toEqual([{ key: 'core:rule.upload_limit' }])
  })

  test('an unreadable request is a bad request', () => {
    for (const status of [400, 415, 499]) expect(getCode({ statusCode: status }), String(status)).toBe('BAD_REQUEST')
    for (const message of ['Unexpected end of form', 'Malformed part header', 'Multipart: Boundary not found'])
      expect(getCode(new Error(message)), message).toBe('BAD_REQUEST')
    expect(getCode(withCode('FST_INVALID_MULTIPART_CONTENT_TYPE'))).toBe('BAD_REQUEST')
  })

  test('any other error is internal, without details', () => {
    for (const error of [
      new TypeError('x is not a function'),
      withCode('23505'),
      withCode('42601'),
      { statusCode: 500 },
      { statusCode: 399 },
      {},
    ])
      expect(toAppError(error)).toMatchObject({
        kind: { code: 'INTERNAL', status: 500 },
        messages: [{ key: 'core:error.internal' }],
        extra: {},
      })
  })
})

describe('an error kind', () => {
  test('can be declared again identically, and its code cannot be used for another', () => {
    const kind = defineError('TEST_ONLY', 409, 'core:error.conflict')
    expect(defineError('TEST_ONLY', 409, 'core:error.conflict')).toBe(kind)
    expect(() => defineError('TEST_ONLY', 410, 'core:error.conflict')).toThrow('TEST_ONLY is declared twice')
    expect(() => defineError('TEST_ONLY', 409, 'core:error.stale')).toThrow('TEST_ONLY is declared twice')
    const codes = errorKinds().map(({ code }) => code)
    expect(codes).toEqual([...codes].sort((a, b) => a.localeCompare(b)))
    expect(codes.filter((code) => code === 'TEST_ONLY')).toHaveLength(1)
  })

  test('uses its default message when none is given, and lists the fields when it has them', () => {
    expect(new AppError(NOT_FOUND).messages).toEqual([{ key: 'core:error.not_found' }])
    // Logs and failed tests name the invalid fields.
    expect(validationError({ days: message('core:rule.required'), tool_id: message('core:rule.not_exists') }).message).toBe(
      'INVALID: days, tool_id',
    )
    expect(new AppError(NOT_FOUND).message).toBe('NOT_FOUND')
    expect(validationError({ a: 'one', b: ['two', 'three'] }).messages).toEqual({ a: ['one'], b: ['two', 'three'] })
    expect(toFieldMessages(validationError({ a: 'one' }), 'z')).toEqual({ a: ['one'] })
    expect(toFieldMessages(new AppError(INVALID, ['one']), 'z')).toEqual({ z: ['one'] })
    expect(message('core:rule.min', { min: 1 })).toEqual({ key: 'core:rule.min', params: { min: 1 } })
    expect(message('core:rule.required')).toEqual({ key: 'core:rule.required' })
  })
})

describe('a constraint violation', () => {
  const lid = defineResource({ name: 'lid', fields: { title: f.text() } })
  const jar = defineResource({ name: 'jar', fields: { title: f.text(), sku: f.text(), price: f.money(), lid_id: f.maybe(f.one('lid')) } })
  const r = new Registry([definePlugin({ id: 'shop', resources: [jar, lid] })]).resource('jar')
  const explain = (code: string, more: object = {}, field?: string) => explainConstraint(r, { code, ...more }, field)?.messages

  test('is reported at the field in its name', () => {
    expect(explain('23505', { constraint: 'jar_sku_unique' })).toEqual({
      sku: [{ key: 'core:rule.unique', params: { field: { resource: 'jar', field: 'sku' } } }],
    })
    expect(explain('23505', { constraint: 'jar_sku_key' })).toHaveProperty('sku')
    expect(explain('23503', { constraint: 'jar_lid_id_fkey', detail: 'Key (lid_id)=(9) is not present' })).toEqual({
      lid_id: [{ key: 'core:rule.not_exists' }],
    })
    expect(explain('23514', { constraint: 'jar_price_minor_check' })).toEqual({ price: [{ key: 'core:rule.check_input' }] })
    expect(explain('23502', { constraint: 'jar_title_check' })).toEqual({ title: [{ key: 'core:rule.required' }] })
    expect(explain('22P02', {}, 'lids')).toEqual({ lids: [{ key: 'core:rule.check_input' }] })
    expect(explain('23505', { constraint: 'jar_pair' })).toHaveProperty('id')
    for (const code of ['23503', '23514', '23502', '23P01', '22P02']) expect(Object.keys(explain(code) ?? {}), code).toEqual(['id'])
    expect(explain('42601')).toBeUndefined()
  })

  test('of a referenced row is reported as in use', () => {
    expect(explainConstraint(r, { code: '23503', detail: 'Key (id)=(1) is still referenced from table "shelf".' })?.kind.code).toBe(
      'IN_USE',
    )
  })

  test('is explained, and any other error is rethrown unchanged', async () => {
    const broken = { code: '23505', constraint: 'jar_sku_unique' }
    await expect(explainFailures(r, () => Promise.reject(broken))).rejects.toMatchObject({ kind: INVALID })
    const other = withCode('42601')
    await expect(explainFailures(r, () => Promise.reject(other))).rejects.toBe(other)
    await expect(explainFailures(r, async () => 5)).resolves.toBe(5)
  })

  test('of a child row is reported at its path', () => {
    const below = prefixFields(new AppError(INVALID, { sku: ['taken'] }, { extra: { current: 1 } }), 'jars.2.') as AppError
    expect(below.messages).toEqual({ 'jars.2.sku': ['taken'] })
    expect(below).toMatchObject({ kind: INVALID, extra: { current: 1 } })
    const [list, other] = [new AppError(FORBIDDEN), new Error('x')]
    expect(prefixFields(list, 'jars.2.')).toBe(list)
    expect(prefixFields(other, 'jars.2.')).toBe(other)
  })
})

describe('the id of a row', () => {
  test('is a positive integer, as number or as string', () => {
    expect([1, '7', '007', 2 ** 40].map(parseRowId)).toEqual([1, 7, 7, 2 ** 40])
    for (const wrong of [
      0,
      -1,
      1.5,
      NaN,
      Infinity,
      2 ** 53,
      '0',
      '',
      '-1',
      '1.5',
      '1e3',
      ' 1',
      '0x1',
      '9'.repeat(16),
      null,
      undefined,
      true,
      [1],
      {},
    ])
      expect(() => parseRowId(wrong), String(wrong)).toThrow(AppError)
  })
})
