import { defineSettings, f, message, validationError } from 'stoa'
import { isClickUpId } from './domain/ids.ts'

/** Printable ASCII: an HTTP header can contain nothing else. */
const HEADER_SAFE = /^[ -~]*$/

const whileSynced = { field: 'sync_tasks', in: ['to_clickup', 'both'] }

/** Access to ClickUp: one application and one token for the shop, and the synchronization of tasks. */
export const clickup = defineSettings({
  group: 'clickup',
  order: 65,
  area: 'system',
  icon: 'clipboard',
  fields: {
    client_id: f.text({ default: '', maxLength: 255 }),
    client_secret: f.maybe(f.sealed({ maxLength: 255 })),
    token: f.maybe(f.sealed({ maxLength: 255 })),
    api_url: f.url({ default: 'https://api.clickup.com/api', guards: ['client_secret', 'token'] }),
    authorize_url: f.url({ default: 'https://app.clickup.com/api', guards: [] }),
    sync_tasks: f.pick(['off', 'to_clickup', 'both'], { default: 'off' }),
    list_id: f.text({ default: '', maxLength: 20, showIf: whileSynced }),
    status_to_do: f.text({ default: 'to do', maxLength: 100, showIf: whileSynced }),
    status_process: f.text({ default: 'in progress', maxLength: 100, showIf: whileSynced }),
    status_completed: f.text({ default: 'complete', maxLength: 100, showIf: whileSynced }),
    status_canceled: f.text({ default: 'complete', maxLength: 100, showIf: whileSynced }),
  },
  check: ({ next }) => {
    if (!HEADER_SAFE.test(next.token ?? '')) throw validationError({ token: message('clickup:error.token_characters') })
    const { sync_tasks, list_id } = next
    if (list_id !== '' && !isClickUpId(list_id)) throw validationError({ list_id: message('clickup:error.list_id') })
    if (sync_tasks !== 'off' && list_id === '') throw validationError({ list_id: message('core:rule.required') })
  },
})
