import type { Answer, Client } from '../../../tests/support/app.ts'
import type { Suite } from 'stoa/testing'

/** Uploads a sheet as the page does. */
export async function send(client: Client, url: string, text: string): Promise<Answer> {
  const data = new FormData()
  data.append('file', new Blob([text]), 'products.csv')
  const response = new Response(data)
  return client.post(url, Buffer.from(await response.arrayBuffer()), { 'content-type': response.headers.get('content-type') ?? '' })
}

/** Test helpers that start, decide and read imports of a resource. */
export function createImportHelpers(shop: Suite, resource: string) {
  const state = async (id: number) => (await shop.owner.get(`/api/admin/transfer/${id}`)).body
  return {
    state,
    /** Runs the dry run of a sheet and returns the transfer's state. */
    async plan(text: string) {
      const { body, status } = await send(shop.owner, `/api/admin/sheet/${resource}/plan`, text)
      if (status !== 202) throw new Error(JSON.stringify(body))
      await shop.it.jobs()
      return state(body.id)
    },
    /** Sends the decision without running jobs. */
    decide: (id: number, action: string) => shop.owner.post(`/api/admin/transfer/${id}/${action}`),
  }
}
