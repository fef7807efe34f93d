import { definePlugin, offer } from 'stoa'
import { PRODUCT_SEARCHES } from 'stoa/plugins/catalogue'
import { apiSearch, searchApi } from './search.ts'

export default definePlugin({
  id: 'search-api',
  requires: ['catalogue'],
  settings: [searchApi],
  offers: [offer(PRODUCT_SEARCHES, 'search_api', apiSearch)],
})
