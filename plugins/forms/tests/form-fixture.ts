import { expect } from 'vitest'
import type { Answer, Client } from '../../../tests/support/app.ts'

/** A field definition as staff enter it. */
export const field = (key: string, more: object = {}) => ({ type: 'text', key, title: `Your ${key}`, ...more })

/** A form with one page and these fields. */
export const withFields = (...fields: object[]) => ({ tabs: [{ title: 'One', fields }] })

let n = 0

/** Creates a form. By default it has one required field, the name. */
export async function makeForm(owner: Client, more: object = withFields(field('name', { required: true }))): Promise<Answer['body']> {
  const { status, body } = await owner.post('/api/admin/form', { title: 'Survey', url: `survey-${++n}`, ...more })
  expect(status, JSON.stringify(body)).toBe(201)
  return body
}

/** The status and the messages of a rejected request. */
export const getRefusal = ({ status, body }: Answer) => [status, body.messages]
