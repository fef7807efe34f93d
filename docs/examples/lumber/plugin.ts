import { definePlugin, extendResource, f } from 'stoa'
import { product } from 'stoa/plugins/catalogue'

const wood = extendResource(product, {
  fields: { material: f.maybe(f.text({ list: true, filter: true })), felled_on: f.maybe(f.date()), care: f.maybe(f.area()) },
  show: ['material', 'felled_on'],
  cards: ['material'],
})

export default definePlugin({
  id: 'lumber',
  requires: ['catalogue'],
  after: ['content'],
  extend: [wood],
  store: {
    slots: [{ at: 'product.details', screen: 'lumber/board' }],
    screens: [{ path: '/brand', screen: 'lumber/makers' }],
  },
})
