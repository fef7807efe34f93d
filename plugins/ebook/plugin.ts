import { definePlugin, contribute } from 'stoa'
import { GIFTS } from 'stoa/plugins/forms'
import { PERSONAL_DATA } from 'stoa/plugins/people'
import { ebookDownload } from './resources/ebook-download.ts'
import { ebook, formOfEbook } from './resources/ebook.ts'
import { ebookRoutes } from './routes/store.ts'
import { seedEbooks } from './seed.ts'
import { listGifts } from './services/gift-ebooks.ts'
import { downloadPersonalData } from './services/personal-data.ts'

const verbs = ['create', 'update', 'destroy', 'batch update', 'batch destroy', 'import', 'export']

export default definePlugin({
  id: 'ebook',
  requires: ['catalogue'],
  after: ['sales', 'people', 'forms'],
  extend: [formOfEbook],
  contributions: [contribute(PERSONAL_DATA, 'ebook', downloadPersonalData), contribute(GIFTS, 'ebook', () => listGifts)],
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
