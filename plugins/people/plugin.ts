import { definePlugin, provide } from '#core'
import { customer } from './resources/customer.ts'
import { person } from './resources/person.ts'
import { sessionRoutes } from './routes/session.ts'
import { clickup, employee, facebook, recaptcha } from './settings.ts'
import { DIRECTORY, directory } from './services/directory.ts'

export default definePlugin({
  id: 'people',
  settings: [facebook, recaptcha, clickup, employee],
  resources: [customer, person],
  presets: {
    'people.viewer': ['get customer', 'get person'],
    'people.editor': [
      'people.viewer',
      'create customer',
      'update customer',
      'destroy customer',
      'batch update customer',
      'batch destroy customer',
      'import customer',
      'export customer',
    ],
  },
  services: (container) => provide(container, DIRECTORY, () => directory),
  storeApi: (app, kernel) => sessionRoutes(app, kernel),
  admin: {
    sections: [{ id: 'customers', order: 60, icon: 'people' }],
    menu: [
      { section: 'customers', resource: 'customer', icon: 'people', order: 10 },
      { section: 'customers', resource: 'person', icon: 'person', order: 20 },
    ],
  },
})
