import { expect } from 'vitest'
import type { Suite } from 'stoa/testing'
import type { Answer, Client } from '../../../tests/support/app.ts'

let n = 0

/** Helpers that create contacts and leads as staff. */
export function writing(shop: Suite) {
  const made = async (path: string, body: object, by: Client = shop.owner): Promise<Answer['body']> => {
    const answer = await by.post(`/api/admin/${path}`, body)
    expect(answer.status, `${path} ${JSON.stringify(answer.body)}`).toBe(201)
    return answer.body
  }
  return {
    made,
    read: async (path: string): Promise<Answer['body']> => {
      const { status, body } = await shop.owner.get(`/api/admin/${path}`)
      expect(status, `${path} ${JSON.stringify(body)}`).toBe(200)
      return body
    },
    change: async (path: string, body: object): Promise<Answer['body']> => {
      const answer = await shop.owner.put(`/api/admin/${path}`, body)
      expect(answer.status, `${path} ${JSON.stringify(answer.body)}`).toBe(200)
      return answer.body
    },
    contact: (more: object = {}) => made('contact', { first_name: 'Somebody', email: `somebody-${++n}@crm.test`, ...more }),
    /** Creates a published funnel with the open stages `new` and `talking`, and stages for won and lost. */
    async funnel(more: object = {}): Promise<Answer['body']> {
      const stages = [
        { title: 'New', kind: 'open', rot_days: 3 },
        { title: 'Talking', kind: 'open' },
        { title: 'Won', kind: 'won' },
        { title: 'Lost', kind: 'lost' },
      ]
      const row = await made('funnel', { title: 'Way', url: `funnel-${++n}`, stages, ...more })
      expect((await shop.owner.post(`/api/admin/funnel/${row.id}/publish`)).status).toBe(200)
      return row
    },
  }
}
