import { definePlugin, provide } from 'stoa'
import { DOCUMENTS, documents } from './services/documents.ts'
import { letterhead } from './settings.ts'

export default definePlugin({
  id: 'documents',
  settings: [letterhead],
  services: (container) => provide(container, DOCUMENTS, () => documents),
})
