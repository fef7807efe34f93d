import { definePlugin, offer } from 'stoa'
import { GIFTS } from 'stoa/plugins/forms'
import { KEEPERS } from 'stoa/plugins/people'
import { ebookDownload } from './resources/ebook-download.ts'
import { ebook, formOfEbook } from './resources/ebook.ts'
import { ebookRoutes } from './routes/store.ts'
import { seedEbooks } from './seed.ts'
import { booksFor } from './services/gifts.ts'
import { readerKeeper } from './services/keeper.ts'

const verbs = ['create', 'update', 'destroy', 'batch update', 'batch destroy', 'import', 'export']

export default definePlugin({
  id: 'ebook',
  requires: ['catalogue'],
  after: ['sales', 'people', 'forms'],
  extend: [formOfEbook],
  offers: [offer(KEEPERS, 'ebook', readerKeeper), offer(GIFTS, 'ebook', () => booksFor)],
  resources: [ebook, ebookDownload],
  presets: {
    'ebook.viewer': ['get ebook', 'get ebook download'],
    'ebook.editor': ['ebook.viewer', ...verbs.map((verb) => `${verb} ebook`), 'export ebook download', 'create upload'],
  },
  storeRoutes: ebookRoutes,
  seed: seedEbooks,
  admin: {
    menu: [
      { section: 'catalogue', resource: 'ebook', icon: 'book', order: 60 },
      { section: 'catalogue', resource: 'ebook_download', icon: 'download', order: 70, under: 'ebook' },
    ],
  },
  store: { screens: [{ path: '/ebook', screen: 'ebook/page' }] },
})
