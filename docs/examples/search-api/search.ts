import { defineSettings, f, outgoing } from 'stoa'
import type { ProductSearch } from 'stoa/plugins/catalogue'

/** Where the API of the search is, and the key of the shop. */
export const searchApi = defineSettings({
  group: 'search_api',
  order: 6,
  fields: { url: f.maybe(f.url({ guards: ['key'] })), key: f.maybe(f.sealed({ maxLength: 200 })) },
})

/** Finds products through an HTTP API that indexes them by id. */
export const apiSearch: ProductSearch = {
  title: 'search-api:search',
  search: async ({ kernel, language }, { keyword, limit }, signal) => {
    const { url, key } = kernel.settings.of(searchApi)
    const response = await outgoing(kernel.config)(`${url}/search`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ keyword, language, limit }),
      signal,
    })
    if (!response.ok) throw new Error(`the search answered ${response.status}`)
    const { ids, total } = (await response.json()) as { ids: number[]; total: number }
    return { ids, more: total > ids.length }
  },
}
