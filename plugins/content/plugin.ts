import { definePlugin } from '#core'
import { block } from './resources/block.ts'
import { page } from './resources/page.ts'
import { blockRoute } from './routes/block.ts'
import { seedContent } from './seed.ts'
import { template } from './settings.ts'

export default definePlugin({
  id: 'content',
  after: ['catalogue'],
  settings: [template],
  resources: [page, block],
  presets: {
    'content.viewer': ['get page', 'get block'],
    'content.editor': [
      'content.viewer',
      'create page',
      'update page',
      'destroy page',
      'batch update page',
      'batch destroy page',
      'import page',
      'export page',
      'create block',
      'update block',
      'destroy block',
      'batch update block',
      'batch destroy block',
      'create upload',
    ],
  },
  storeApi: (app, kernel) => blockRoute(app, kernel),
  seed: seedContent,
  admin: {
    sections: [{ id: 'content', order: 80, icon: 'document' }],
    menu: [
      { section: 'content', resource: 'page', icon: 'document', order: 10 },
      { section: 'content', resource: 'block', icon: 'widget', order: 20 },
    ],
  },
  store: {
    screens: [
      { path: '/', screen: 'content/home' },
      { path: '/page/$url', screen: 'content/page' },
      { path: '/$url', screen: 'content/page' },
    ],
  },
})
