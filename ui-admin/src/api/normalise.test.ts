import { expect, test } from 'vitest'
import { normalised } from './normalise.ts'

test.each([
  ['our own', 422, { code: 'INVALID', messages: { name: ['Needed.'] } }, { code: 'INVALID', messages: { name: ['Needed.'] } }],
  ['a session that is over', 401, { error: 'Expired' }, { code: 'HTTP_401', error: 'Expired', messages: ['Expired'] }],
  ['a message of somebody who is not asked to go', 401, { message: 'No' }, { code: 'HTTP_401', messages: ['No'] }],
  ['a status', 401, { status: 'blocked' }, { code: 'HTTP_401', messages: ['blocked'] }],
  ['fields and a message', 422, { errors: { name: 'Taken.' }, message: 'Look.' }, { messages: { name: ['Taken.'], '': ['Look.'] } }],
  ['a message', 500, { message: 'Broken' }, { messages: ['Broken'] }],
  ['an error', 500, { error: 'Broken' }, { messages: ['Broken'] }],
  ['a code of another house', 400, { err: 'Team not authorized', ECODE: 'OAUTH_027' }, { messages: ['Team not authorized (OAUTH_027)'] }],
  ['nothing', 502, {}, { code: 'HTTP_502', messages: ['No answer.'] }],
  ['no object', 502, ['x'], { code: 'HTTP_502', messages: ['No answer.'] }],
])('a failure with %s has a readable message', (_description, status, body, expected) => {
  expect(normalised(body, status, 'No answer.')).toMatchObject(expected)
})
