import { expect } from 'vitest'
import type { Answer, Client } from './app.ts'
import { form } from './multipart.ts'

/** Requests of staff who edit products; each function expects the result in its name. */
export function writing(owner: () => Client) {
  let n = 0
  const post = (input: object) =>
    owner().post('/api/admin/product', { name: 'Thing', sku: `P-${++n}`, stocks: [{ price: '10' }], ...input })
  return {
    made: async (input: object): Promise<Answer['body']> => {
      const answer = await post(input)
      expect(answer.status, JSON.stringify(answer.body)).toBe(201)
      return answer.body
    },
    refused: async (input: object): Promise<Answer['body']> => {
      const answer = await post(input)
      expect(answer.status, JSON.stringify(answer.body)).toBe(422)
      return answer.body.messages
    },
    put: async (id: number, input: object): Promise<Answer['body']> => {
      const answer = await owner().put(`/api/admin/product/${id}`, input)
      expect(answer.status, JSON.stringify(answer.body)).toBe(200)
      return answer.body
    },
    send: (path: string, fields: Record<string, string | Buffer>): Promise<Answer> => {
      const { body, headers } = form(fields)
      return owner().post(path, body, headers)
    },
  }
}
