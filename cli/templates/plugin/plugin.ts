import { definePlugin } from 'stoa'
import { sampleItem } from './resources/sample-item.ts'
import { seed } from './seed.ts'

export default definePlugin({
  id: 'sample',
  resources: [sampleItem],
  presets: {
    'sample.viewer': ['get sample item'],
    'sample.editor': [
      'sample.viewer',
      'create sample item',
      'update sample item',
      'destroy sample item',
      'batch update sample item',
      'batch destroy sample item',
      'import sample item',
      'export sample item',
      'create upload',
    ],
  },
  seed,
  admin: {
    sections: [{ id: 'today', order: 10, icon: 'home' }],
    menu: [{ section: 'today', resource: 'sample_item', icon: 'cube', order: 90 }],
  },
})
