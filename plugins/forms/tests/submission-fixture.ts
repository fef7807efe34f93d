import { expect } from 'vitest'
import { sql } from 'stoa'
import type { Suite } from 'stoa/testing'
import { field, makeForm, withFields } from './form-fixture.ts'

let from = 0
/** Helpers that submit forms of a shop. */
export const sending = (shop: Suite) => {
  const db = () => shop.it.kernel.db
  /** Each request comes from a different network address. */
  const send = async (url: string, payload: object, headers: Record<string, string> = {}) => {
    const answer = await shop.it.app.http.inject({
      method: 'POST',
      url: `/api/form/${url}`,
      payload,
      headers,
      remoteAddress: `10.5.${from >> 8}.${from++ & 255}`,
    })
    return { status: answer.statusCode, body: answer.json() }
  }
  const sent = async (url: string, payload: object, headers: Record<string, string> = {}) => {
    const { status, body } = await send(url, payload, headers)
    expect(status, JSON.stringify(body)).toBe(201)
    const row = await db().one<{ id: number; person_id: number | null; email: string | null; landing_page_id: number | null }>(
      sql`select id, person_id, email, landing_page_id from form_submission order by id desc limit 1`,
    )
    if (!row) throw new Error('nothing was kept')
    return { ...row, gifts: body.gifts }
  }
  const createFormWith = (...fields: object[]) => makeForm(shop.owner, withFields(...fields))
  return { db, send, sent, asked: createFormWith }
}

export const choice = (key: string, labels: Record<string, object | string>) =>
  field(key, { type: 'single_select', additional_options: { options: Object.entries(labels).map(([value, label]) => ({ value, label })) } })
