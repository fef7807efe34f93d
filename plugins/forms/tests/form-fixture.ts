import { expect } from 'vitest'
import type { Answer, Client } from '../../../tests/support/app.ts'

/** A field as staff write it. */
export const field = (key: string, more: object = {}) => ({ type: 'text', key, title: `Your ${key}`, ...more })

/** A form of one page with these fields. */
export const withFields = (...fields: object[]) => ({ tabs: [{ title: 'One', fields }] })

let n = 0

/** Makes a form; without more it asks for a name. */
export async function makeForm(owner: Client, more: object = withFields(field('name', { required: true }))): Promise<Answer['body']> {
  const { status, body } = await owner.post('/api/admin/form', { title: 'Survey', url: `survey-${++n}`, ...more })
  expect(status, JSON.stringify(body)).toBe(201)
  return body
}

/** The messages of a refusal. */
export const getRefusal = ({ status, body }: Answer) => [status, body.messages]
