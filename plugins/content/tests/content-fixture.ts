import { expect } from 'vitest'
import type { Suite } from 'stoa/testing'

/** Helpers that create and change content as staff. */
export const writing = (shop: Suite) => {
  const post = async (resource: string, input: object, status: number) => {
    const answer = await shop.owner.post(`/api/admin/${resource}`, input)
    expect(answer.status, `${resource} ${JSON.stringify(answer.body)}`).toBe(status)
    return answer.body
  }
  return {
    made: (resource: string, input: object) => post(resource, input, 201),
    /** The error messages of a 422 response, by field. */
    refused: async (resource: string, input: object) => (await post(resource, input, 422)).messages,
    change: (resource: string, id: number, input: object) => shop.owner.put(`/api/admin/${resource}/${id}`, input),
    /** The response of the public API to a guest. */
    fetchAsGuest: async (path: string, input: object) => (await shop.guest.post(`/api/${path}`, input)).body,
  }
}
