import { COMMANDS, definePlugin, contributeAll } from 'stoa'
import { commands } from './cli/index.ts'
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
  contributions: contributeAll(COMMANDS, commands),
  seed,
  admin: {
    sections: [{ id: 'today', order: 10, icon: 'home' }],
    menu: [
      { section: 'today', resource: 'sample_item', icon: 'cube', order: 90 },
      { section: 'today', to: 'sample/overview', label: 'sample:menu.overview', needs: 'get sample item', icon: 'chart', order: 91 },
    ],
    screens: [{ path: '/admin/sample/overview', screen: 'sample/overview', needs: 'get sample item' }],
  },
  store: { screens: [{ path: '/sample', screen: 'sample/list' }] },
})
