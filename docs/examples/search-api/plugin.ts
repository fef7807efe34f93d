import { definePlugin, contribute } from 'stoa'
import { PRODUCT_SEARCHES } from 'stoa/plugins/catalogue'
import { apiSearch, searchApi } from './search.ts'

export default definePlugin({
  id: 'search-api',
  requires: ['catalogue'],
  settings: [searchApi],
  contributions: [contribute(PRODUCT_SEARCHES, 'search_api', apiSearch)],
})
